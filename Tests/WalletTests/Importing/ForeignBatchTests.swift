import Cards
import Foundation
import ReaderLink
import SystemPackage
import Testing
import VaultStore
import WalletFiles

@testable import Wallet

/// Several files of other wallets, imported by one command.
@Suite struct ForeignBatchTests {
  private static let table = "_id,store,note,cardid,barcodetype\n1,Baker,,4006381333931,EAN_13\n"
  private static let pass = """
    {"formatVersion": 1, "passTypeIdentifier": "p", "serialNumber": "1", "organizationName": "Pass",
     "description": "fresh bread",
     "barcode": {"format": "PKBarcodeFormatEAN13", "message": "4006381333931"}}
    """

  /// What was told and asked.
  private final class Told {
    var words: [String] = []
    var questions: [String] = []
    var pictureCounts: [Int] = []
  }

  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private func file(_ name: String, _ text: String) -> PictureSelection.Picture {
    (name, .bytes(Array(text.utf8)))
  }

  private func callbacks(
    _ told: Told, isWanted: Bool = true, choice: ForeignChoice = ForeignChoice()
  ) -> ForeignBatch.Callbacks {
    .init(
      password: { _, _ in nil },
      choice: { plan, pictureCount in
        told.questions.append(ImportOutcome(plan).words)
        told.pictureCounts.append(pictureCount)
        return isWanted ? choice : nil
      }, tell: { told.words.append($0.line) }, onMissing: { _ in })
  }

  @Test func `of what was stored, only what is told of it stays in memory`() async throws {
    var batch = ForeignBatch(into: vault, try ImportRequest())
    _ = try await batch.take([file("a.csv", Self.table)], callbacks(Told()))
    let outline = try #require(batch.outcome.savedCards.first)
    let stored = try #require(await vault.card(outline.id))
    #expect(outline.name == "Baker" && outline.isDraft == stored.isDraft)
    #expect(outline.codes.isEmpty && !stored.codes.isEmpty)
  }

  @Test func `a file that is too long is no photo, and what helps depends on what it is`()
    async throws
  {
    let told = Told()
    let longest = ForeignFile.maxTextByteCount >> 20
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let long = { (text: String) in
      PictureSource.bytes(
        Array(text.utf8) + [UInt8](repeating: 0x20, count: ReadRequest.maxByteCount))
    }
    let pictures = try await batch.take(
      [
        ("a.zip", long("PK\u{3}\u{4}")), ("b.csv", long(Self.table)),
        ("c.jpg", long("\u{0}photo")),
      ], callbacks(told))
    #expect(pictures.map(\.name) == ["c.jpg"])
    #expect(
      told.words == [
        "a.zip: not imported, because it is an archive that is larger than 64 MB, packed or unpacked",
        "b.csv: not imported, because its text is longer than \(longest) MB",
      ])
    let advice = batch.outcome.items.map { $0.advice?.line ?? "" }
    #expect(advice.map { $0.contains("fewer photos") } == [true, false])
    #expect(advice.map { $0.contains("split it") } == [false, true])
  }

  @Test func `a text in a charset that is not supported is told by its name, and is no photo`()
    async throws
  {
    let told = Told()
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let wide = "Name,Code\n"
    let bytes = PictureSource.bytes(wide.utf8.flatMap { [$0, 0] })
    let pictures = try await batch.take(
      [("a.CSV", bytes), ("b.jpg", bytes)], inFolders: [(("c.csv", bytes), .unread)],
      callbacks(told))
    #expect(pictures.map(\.name) == ["b.jpg"] && batch.skippedCount == 1)
    #expect(told.words == ["a.CSV: not imported, because the charset of its text is not supported"])
    #expect(batch.outcome.items.map(\.advice) == ["save it as UTF-8"])
  }

  @Test func `all files are one question and one change, and one of them may complete another`()
    async throws
  {
    let told = Told()
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let files = [
      file("a.csv", Self.table), file("b.jpg", "no wallet"), file("c.json", Self.pass),
      file("d.csv", Self.table),
    ]
    let pictures = try await batch.take(files, callbacks(told))
    #expect(pictures.map(\.name) == ["b.jpg"])
    #expect(told.questions == ["Catima, 2 cards: 1 new, 1 already there; Pass, 1 card: 1 changed"])
    #expect(told.pictureCounts == [1])
    #expect(told.words == ["Baker: new", "Baker: gets what it lacks (note) from Pass"])
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Baker"])
    #expect(cards.map(\.note) == ["fresh bread"])
    #expect(cards.map(\.origin) == ["Catima, card 1; Pass, p 1"])
    _ = try await vault.undo()
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a person who says no gets nothing, not even the pictures`() async throws {
    let told = Told()
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let pictures = try await batch.take(
      [file("a.csv", Self.table), file("b.jpg", "no wallet")], callbacks(told, isWanted: false))
    #expect(pictures.isEmpty && batch.isDeclined && batch.outcome.wallets.isEmpty)
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a file that cannot be read stops none of the others, and is named for scripts`()
    async throws
  {
    let told = Told()
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let files = [
      file("a.csv", "store,cardid\n\"x\"y,1\n"), file("b.csv", Self.table + "2,,,7,\n"),
    ]
    _ = try await batch.take(files, callbacks(told))
    #expect(batch.outcome.missedCount == 2)
    #expect(
      told.words[0] == "a.csv: not imported, because line 2 has text after closing quotes")
    let data = try JSONEncoder().encode(batch.outcome)
    let object = try JSONSerialization.jsonObject(with: data)
    let report = try #require(object as? [String: Any])
    let leftOut = try #require(report["leftOut"] as? [[String: String]])
    #expect(leftOut.map { $0["path"] } == ["a.csv", "b.csv"])
    #expect(leftOut.map { $0["name"] } == [nil, "card 2"])
    #expect(leftOut.map { $0["reason"] } == ["refused", "unreadable"])
    #expect(
      leftOut.map { $0["words"] } == [
        "not imported, because line 2 has text after closing quotes",
        "not readable, because it has no name",
      ])
    let items = try #require(report["items"] as? [[String: Any]])
    #expect(items.map { $0["outcome"] as? String } == ["leftOut", "new", "leftOut"])
    #expect(items.map { $0["path"] as? String } == ["a.csv", "b.csv", "b.csv"])
  }

  @Test func `a folder gives other wallets' files by their content`() throws {
    for name in ["in/a.jpg", "in/empty.csv", "in/.hidden.csv"] { try folder.touch(name) }
    let place = folder.path.appending("in")
    for (name, text) in [
      ("cards.txt", Self.table), ("notes.txt", "hello"), ("damaged.json", "{\"a\":"),
      ("damaged.log", "{\"a\":"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: place.appending(name).string))
    }
    var selection = PictureSelection()
    try selection.add(folder: place, named: "in")
    let names = selection.others.map { $0.file.name.dropFirst(place.string.count + 1) }
    #expect(names == ["cards.txt", "damaged.json"])
    #expect(selection.pictures.count == 1)
    #expect(selection.skippedCount == 3)
  }

  @Test func `of several files, each part that is left out is told with its file`() async throws {
    let told = Told()
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let files = ["a.csv", "b.csv", "-"].map { file($0, "store,cardid\n,1\n") }
    _ = try await batch.take(files, callbacks(told))
    #expect(
      told.words == [
        "a.csv: card 1: not readable, because it has no name",
        "b.csv: card 1: not readable, because it has no name",
        "standard input: card 1: not readable, because it has no name",
      ])
  }
}
