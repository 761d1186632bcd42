import Cards
import Foundation
import ReaderLink
import Testing
import VaultStore
import WalletFiles

@testable import Wallet

/// Counts that add up, names that changed, and what a person leaves out.
@Suite struct ImportCountsTests {
  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private static let columns = "Name=name,Code=code,Type=symbology"

  private func table(_ rows: String...) -> [UInt8] {
    Array(("Name,Code,Type\n" + rows.map { $0 + "\n" }.joined()).utf8)
  }

  private func contents(_ bytes: [UInt8]) async throws -> ForeignContents {
    guard
      case .foreign(let file) = try await RecognisedFile(bytes, columns: Self.columns, in: vault)
    else { throw ForeignProblem.notText }
    return file
  }

  private func stored(
    _ bytes: [UInt8], takesNames: Bool = false
  ) async throws -> ImportOutcome {
    var file = try await contents(bytes)
    file.takesNames = takesNames
    var files = await ForeignImport(of: [file], into: vault)
    try await files.store()
    return ImportOutcome(files.outcomes)
  }

  @Test func `what is in a file is new, here already, doubtful or left out`() async throws {
    _ = try await stored(table("Zoo,Z-1,QR"))
    let outcome = try await stored(
      table(
        "Zoo,Z-1,QR", "Baker,4006381333931,EAN-13", "Gym,A-7,", ",B-8,QR", "Pool,,QR", ",C-9,QR"))
    #expect(
      outcome.words
        == "Table, 6 cards: 1 imported, 1 doubtful, 1 already there, 3 left out "
        + "(2 because it has no name, 1 because it has neither a code nor a number)")
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(outcome))
    let counts = (json as? [String: Any])?["counts"] as? [String: Int]
    #expect(
      counts == [
        "found": 6, "new": 1, "doubtful": 1, "changed": 0, "alreadyThere": 1, "staysRemoved": 0,
        "leftOut": 3,
      ])
    #expect(outcome.trust?.line.hasPrefix("cardvault list --unused") == true)
    let again = try await stored(table("Zoo,Z-1,QR"))
    #expect(again.words == "Table, 1 card: 1 already there" && again.trust == nil)
  }

  @Test func `a card whose name changed in the table is renamed there, not a second card`()
    async throws
  {
    _ = try await stored(table("Muler,4006381333931,EAN-13", "Gym,A-7,QR"))
    let changed = table("Müller,4006381333931,EAN-13", "Gym,A-7,QR")
    let told = try await stored(changed)
    #expect(await vault.cards.map(\.name) == ["Gym", "Muler"])
    #expect(told.words == "Table, 2 cards: 2 already there" && told.isOpen)
    let item = try #require(told.items.first { $0.isRenamedThere })
    #expect(item.line == "Muler: already there; renamed there, to “Müller”")
    let taken = try await stored(changed, takesNames: true)
    #expect(taken.words == "Table, 2 cards: 1 changed, 1 already there")
    #expect(taken.items.first?.line == "Müller: takes its new name from the file")
    #expect(await vault.cards.map(\.name) == ["Gym", "Müller"])
    #expect(try await !stored(changed).isOpen)
    _ = try await vault.undo()
  }

  @Test func `two cards of one table with one code stay two, whichever is renamed`() async throws {
    _ = try await stored(table("Baker,4006381333931,EAN-13", "Pool,4006381333931,EAN-13"))
    #expect(await vault.cards.map(\.name) == ["Baker", "Pool"])
    let told = try await stored(table("Baker,4006381333931,EAN-13", "Swim,4006381333931,EAN-13"))
    #expect(await vault.cards.count == 2)
    #expect(told.items.map(\.isRenamedThere) == [false, true])
  }

  @Test func `what a person leaves out of a preview is not stored`() async throws {
    var choice = ForeignChoice()
    choice.without = [[0]]
    let wanted = choice
    let callbacks = ForeignBatch.Callbacks(
      password: { _, _ in nil }, choice: { _, _ in wanted }, tell: { _ in }, onMissing: { _ in })
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let catima = Array("_id,store,cardid,barcodetype\n1,Gym,A-7,QR_CODE\n2,Zoo,A-8,QR_CODE\n".utf8)
    _ = try await batch.take([(name: "a.csv", source: .bytes(catima))], callbacks)
    #expect(await vault.cards.map(\.name) == ["Zoo"])
    #expect(
      batch.outcome.words == "Catima, 2 cards: 1 imported, 1 left out (you did not choose it)")
  }

  @Test func `a table without names of columns is confirmed each time`() async throws {
    let bytes = Array("Baker,4006381333931\nGym,4006381333948\n".utf8)
    guard
      case .foreign(let file) = try await RecognisedFile(
        bytes, columns: "1=name,2=code", in: vault)
    else { throw ForeignProblem.notText }
    #expect(file.reading.cards.map(\.name) == ["Baker", "Gym"] && file.confirmed.isEmpty)
  }

  @Test func `a list of 20,000 cards is stored`() async throws {
    let rows = (1...20_000).map { "{\"name\":\"S\($0)\",\"number\":\"N-\($0)\"}" }
    let text = "[" + rows.joined(separator: ",") + "]"
    guard
      case .foreign(let file) = try await RecognisedFile(
        Array(text.utf8), columns: "name=name,number=number", in: vault)
    else { throw ForeignProblem.notText }
    var files = await ForeignImport(of: [file], into: vault)
    try await files.store()
    #expect(await vault.cards.count == 20_000)
  }
}
