import Cards
import Testing

@testable import WalletFiles

/// Tables whose first line is a card already.
@Suite struct HeaderlessTableTests {
  private func table(_ text: String) throws -> GenericTable {
    let file = try ForeignFile(Array(text.utf8), takesAnyTable: true)
    guard case .table(let table)? = file else { throw ForeignProblem.notText }
    return table
  }

  @Test func `columns are numbered, and judged by their values`() throws {
    let table = try table("Baker,4006381333931,EAN-13,fresh\nGym,4006381333948,EAN-13,\n")
    #expect(!table.hasNames)
    #expect(table.header == ["Column 1", "Column 2", "Column 3", "Column 4"])
    #expect(table.guess.fields == [.name, .code, .symbology, .note])
    let reading = try table.reading(as: table.guess)
    #expect(reading.cards.map(\.name) == ["Baker", "Gym"])
    #expect(reading.cards.map(\.note) == ["Column 4: fresh", ""])
  }

  @Test func `such a table is taken only from a person who chose it`() throws {
    #expect(try ForeignFile(Array("Baker,4006381333931\n".utf8)) == nil)
  }

  @Test func `rows of different lengths are no table`() throws {
    #expect(try ForeignFile(Array("a,40063813\nb\n".utf8), takesAnyTable: true) == nil)
  }

  @Test func `a value that looks like a secret is no name`() throws {
    let table = try table("x9!Secret,me@x.example,40063813\ny8!Secret,you@x.example,50063813\n")
    #expect(table.secrets.filled.isSuperset(of: [0, 1]))
    #expect(table.guess.fields == [nil, nil, .code])
  }
}
