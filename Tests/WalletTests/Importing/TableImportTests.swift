import Cards
import Exchange
import Foundation
import ReaderLink
import Testing
import VaultStore
import Wallet
import Wording

/// Tables come into the vault only when a person has said what their columns mean.
@Suite struct TableImportTests {
  private static let table = """
    Store,Card,Kind of code,Comment
    Baker,4006381333931,EAN-13,fresh
    Gym,A-7,,
    Pool,4006381333931,EAN-13,
    """
  private static let columns = "Store=name,Card=code,3=symbology,Comment=note"

  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  /// What was told, and what was asked.
  private final class Record {
    var events: [ForeignBatch.Event] = []
    var guesses: [TableColumns] = []
  }

  /// Imports a table as a script does, or with a person who confirms an answer.
  private func take(
    _ text: String = Self.table, columns: String? = nil,
    answer: ((TableColumns) -> TableColumns?)? = nil
  ) async throws -> (batch: ForeignBatch, record: Record) {
    let record = Record()
    var callbacks = ForeignBatch.Callbacks(
      password: { _, _ in "" }, isWanted: { _, _ in true }, tell: { record.events.append($0) },
      onMissing: { _ in })
    callbacks.columns.written = columns
    if let answer {
      callbacks.columns.confirm = { _, _, guess in
        record.guesses.append(guess)
        return answer(guess)
      }
    }
    var batch = ForeignBatch(into: vault)
    let pictures = try await batch.take(
      [(name: "cards.csv", source: PictureSource.bytes(Array(text.utf8)))], callbacks)
    #expect(pictures.isEmpty)
    return (batch, record)
  }

  @Test func `without a person or columns nothing is imported, and the guess is told`() async throws
  {
    await #expect(
      throws: ForeignRefusal.unconfirmedColumns(
        fileName: "cards.csv", guess: "Store=name,Card=code,Comment=note", isComplete: true)
    ) { _ = try await take() }
    #expect(await vault.cards.isEmpty)
  }

  @Test func `columns that were written are used, and remembered for the same header`() async throws
  {
    let first = try await take(columns: Self.columns)
    #expect(first.batch.stored.map(\.words) == ["CSV: 3 new"])
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Baker", "Gym", "Pool"])
    #expect(cards.map(\.review) == [.accepted, .doubtfulDraft, .accepted])
    #expect(cards.map(\.note) == ["fresh", "", ""])
    #expect(cards.allSatisfy { $0.origin.hasPrefix("CSV, ") })
    let other = Self.table.replacing("Store,Card", with: "STORE,card").replacing("A-7", with: "B-8")
    let second = try await take(other)
    #expect(second.batch.stored.map(\.words) == ["CSV: 1 new, 2 already there"])
    #expect(
      second.record.events.contains(
        .rememberedColumns(
          fileName: "cards.csv", "STORE=name,card=code,Kind of code=symbology,Comment=note")))
  }

  @Test func `the same table again, in any order, changes nothing and overwrites no edit`()
    async throws
  {
    _ = try await take(columns: Self.columns)
    var baker = try #require(await vault.cards.first)
    baker.note = ""
    baker.name = "My baker"
    try await vault.save([baker])
    let lines = Self.table.split(separator: "\n")
    let turned = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")
    for text in [Self.table, turned] {
      #expect(try await take(text).batch.stored.flatMap(\.cardsToSave).isEmpty)
    }
    #expect(await vault.cards.count == 3)
  }

  @Test func `a person confirms or changes the guess once`() async throws {
    let first = try await take { guess in
      var columns = guess
      columns.set(.symbology, at: 2)
      return columns
    }
    #expect(first.record.guesses.map(\.names) == [["name", "code", "", "note"]])
    #expect(first.batch.stored.count == 1)
    let second = try await take { _ in nil }
    #expect(second.record.guesses.isEmpty)
    #expect(second.batch.hasFound)
  }

  @Test func `a table that a person leaves out is neither stored nor a picture`() async throws {
    let taken = try await take { _ in nil }
    #expect(taken.batch.hasFound && taken.batch.stored.isEmpty)
    #expect(taken.batch.failure == nil)
    #expect(await vault.rememberedColumns.isEmpty)
  }

  @Test func `columns that do not fit are refused before anything is stored`() async throws {
    await #expect(
      throws: ForeignRefusal.columns(fileName: "cards.csv", .unknownColumn("Shop"))
    ) { _ = try await take(columns: "Shop=name,Card=code") }
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a table in memory waits for its columns, which are remembered once they are named`()
    async throws
  {
    let bytes = Array(Self.table.utf8)
    guard case .unconfirmed(let table) = try await RecognisedFile(bytes, in: vault) else {
      Issue.record("nobody has to confirm the columns")
      return
    }
    #expect(table.guess.names == ["name", "code", "", "note"])
    await #expect(throws: ForeignRefusal.columns(fileName: "", .incomplete)) {
      _ = try await RecognisedFile(bytes, columns: "1=name", in: vault)
    }
    #expect(await vault.rememberedColumns.isEmpty)
    for columns in ["1=name,2=code,3=symbology", nil] {
      guard case .foreign(let file) = try await RecognisedFile(bytes, columns: columns, in: vault)
      else {
        Issue.record("the columns are not remembered")
        return
      }
      #expect(file.reading.cards.map(\.name) == ["Baker", "Gym", "Pool"])
      #expect(file.table?.columns.names == ["name", "code", "symbology", ""])
    }
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a person is asked about unknown columns, a script told, a folder's file skipped`()
    async throws
  {
    let odd = Self.table.replacing("Store,Card", with: "Wo,Womit")
    guard case .unconfirmed(let table) = try await RecognisedFile(Array(odd.utf8), in: vault) else {
      Issue.record("it is not taken for a table")
      return
    }
    #expect(table.header.prefix(2) == ["Wo", "Womit"] && !table.guess.isComplete)
    let file = (name: "cards.csv", source: PictureSource.bytes(Array(odd.utf8)))
    var asked = 0
    var callbacks = ForeignBatch.Callbacks(
      password: { _, _ in "" }, isWanted: { _, _ in true }, tell: { _ in }, onMissing: { _ in })
    var script = ForeignBatch(into: vault)
    await #expect(throws: ForeignRefusal.self) { _ = try await script.take([file], callbacks) }
    callbacks.columns.confirm = { _, table, _ in
      asked += 1
      return try TableColumns("1=name,2=code", for: table.header)
    }
    var folder = ForeignBatch(into: vault)
    _ = try await folder.take([], inFolders: [file], callbacks)
    #expect(folder.skippedCount == 1 && asked == 0)
    var chosen = ForeignBatch(into: vault)
    let others = try await chosen.take([file], callbacks)
    #expect(others.isEmpty && asked == 1)
    #expect(chosen.stored.map(\.words) == ["CSV: 3 new"])
  }

  @Test func `numbers are masked where a person sees the columns`() throws {
    let text = """
      Store,Card,PIN,Other,Door,Floor
      Baker,4006381333931,1234,+49 170 1234567,2580,12
      """
    guard case .table(let table)? = try ForeignFile(Array(text.utf8)) else {
      throw ForeignProblem.notText
    }
    let preview = ColumnPreview(table, as: table.guess)
    #expect(
      preview.columns.map(\.examples) == [
        ["Baker"], ["••••3931"], ["••••"], ["••••4567"], ["••••"], ["12"],
      ])
    #expect(preview.columns.map(\.field) == [.name, .code, .pin, nil, nil, nil])
  }

  @Test func `the latest tables are remembered, each header once`() async throws {
    for number in 0...60 {
      try await vault.remember(
        RememberedColumns(header: "name\ncode \(number % 55)", fields: ["name", "\(number)"]))
    }
    let remembered = await vault.rememberedColumns
    #expect(remembered.count == 50)
    #expect(remembered.last == RememberedColumns(header: "name\ncode 5", fields: ["name", "60"]))
  }
}
