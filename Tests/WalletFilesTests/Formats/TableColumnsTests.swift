import Testing

@testable import WalletFiles

/// What a person says about a table's columns.
@Suite struct TableColumnsTests {
  private static let header = ["Store", "Card no.", "Store", "a=b,c"]

  @Test(
    arguments: [
      ("Card no.=name,4=code", [nil, .name, nil, .code]),
      ("card no=name,3=number", [nil, .name, .number, nil]),
      (" 1 = name , 2 = code ", [.name, .code, nil, nil]),
      ("1=name,2=code,4=valid-from", [.name, .code, nil, .validFrom]),
      ("1=name,2=code,3=name,4=code", [.name, .code, .name, .code]),
    ] as [(String, [TableField?])])
  func `columns are named by name or number`(text: String, fields: [TableField?]) throws {
    let columns = try TableColumns(text, for: Self.header)
    #expect(columns.fields == fields)
    #expect(try TableColumns(columns.written(for: Self.header), for: Self.header) == columns)
    #expect(TableColumns(named: columns.names, for: Self.header) == columns)
  }

  @Test(
    arguments: [
      ("name", .unwritten("name")), ("Shop=name", .unknownColumn("Shop")),
      ("Store=name", .unknownColumn("Store")), ("9=name", .unknownColumn("9")),
      ("1=title", .unknownField("title")), ("1=name,1=code", .twice("1")),
      ("1=name,2=name", .incomplete), ("1=name,2=note", .incomplete), ("", .incomplete),
    ] as [(String, TableColumns.Problem)])
  func `what does not fit is refused`(text: String, problem: TableColumns.Problem) {
    #expect(throws: problem) { try TableColumns(text, for: Self.header) }
  }

  @Test func `names with signs are written as numbers`() throws {
    let columns = try TableColumns("1=name,2=code,4=note", for: Self.header)
    #expect(columns.written(for: Self.header) == "1=name,2=code,4=note")
    let numbers = try TableColumns("1=name,2=code", for: ["a.b", "1"])
    #expect(numbers.written(for: ["a.b", "1"]) == "1=name,2=code")
    let plain = TableColumns(guessing: ["Store", "Card no"])
    #expect(plain.written(for: ["Store", "Card no"]) == "Store=name,Card no=code")
  }

  @Test func `a field moves to the column that a person chooses`() {
    var columns = TableColumns(guessing: ["Name", "Code", "Note"])
    columns.set(.name, at: 2)
    #expect(columns.fields == [nil, .code, .name])
    columns.set(nil, at: 1)
    #expect(!columns.isComplete)
  }

  @Test func `a header is remembered whatever its case, accents and signs`() {
    #expect(
      TableColumns.mark(of: ["Geschäft", "Karten-Nr."])
        == TableColumns.mark(of: ["GESCHAFT", "kartennr"]))
    #expect(TableColumns(named: ["name"], for: ["a", "b"]) == nil)
    #expect(TableColumns(named: ["name", "colours"], for: ["a", "b"]) == nil)
  }
}
