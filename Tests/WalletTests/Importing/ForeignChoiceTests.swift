import Cards
import Testing
import VaultStore
import Wallet
import WalletFiles

/// What a person chose of several files comes into the vault in one change.
@Suite struct ForeignChoiceTests {
  private static let table = """
    _id,store,note,cardid,barcodetype
    1,Baker,,4006381333931,EAN_13
    2,Gym,,A-7,CODE_128
    3,Library,,12345,
    4,,,1,
    """
  private static let other = """
    _id,store,note,cardid,barcodetype
    9,Bread,tasty,4006381333931,EAN_13
    """
  private static let pass = """
    {"formatVersion": 1, "passTypeIdentifier": "p", "serialNumber": "1", "organizationName": "Pass",
     "description": "fresh bread",
     "barcode": {"format": "PKBarcodeFormatEAN13", "message": "4006381333931"}}
    """

  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private func file(
    _ text: String, without places: Set<Int> = []
  ) throws -> ForeignContents {
    var file = ForeignContents(try ForeignReading(text))
    file.without = places
    return file
  }

  private func stored(_ files: ForeignContents...) async throws -> [ImportOutcome] {
    await vault.beginCommand()
    var chosen = await ForeignImport(of: files, into: vault)
    try await chosen.store()
    return chosen.outcomes
  }

  @Test func `cards that a person leaves out are not stored, and counted as that`() async throws {
    let plans = try await stored(try file(Self.table, without: [0, 3, 99, -1]))
    let reasons = "1 because you did not choose it, 1 because it has no name"
    #expect(
      ImportOutcome(plans).words == "Catima, 4 cards: 2 imported, 2 left out (\(reasons))")
    #expect(await vault.cards.map(\.name) == ["Gym", "Library"])
    let again = try await stored(try file(Self.table, without: [0]))
    let words = "Catima, 4 cards: 2 already there, 2 left out (\(reasons))"
    #expect(ImportOutcome(again).words == words)
  }

  @Test func `all files are one change, and a card that is in two of them comes in once`()
    async throws
  {
    let plans = try await stored(try file(Self.table), try file(Self.pass))
    let words = "Catima, 4 cards: 3 imported, 1 left out (it has no name); Pass, 1 card: 1 changed"
    #expect(ImportOutcome(plans).words == words)
    #expect(await vault.cards.map(\.name) == ["Baker", "Gym", "Library"])
    #expect(await vault.cards.first?.note == "fresh bread")
    _ = try await vault.undo()
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a card left out of one file is not in the vault for the next one`() async throws {
    let plans = try await stored(
      try file(Self.table, without: [0, 1, 2]), try file(Self.other))
    #expect(plans.map { $0.savedCards.count } == [0, 1])
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Bread"])
    #expect(cards.map(\.note) == ["tasty"])
    let code = try #require(cards.first?.codes.first)
    #expect(await vault.id(for: code) == cards.first?.id)
  }

  @Test func `an import that is stopped before its end saves nothing, also without photos`()
    async throws
  {
    struct Stopped: Error {}
    let one = try file(Self.table)
    await vault.beginCommand()
    await #expect(throws: Stopped.self) {
      var chosen = await ForeignImport(of: [one], into: vault)
      try await chosen.store(progress: { _, _ in throw Stopped() })
    }
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a card left out of one file may come with the next`() async throws {
    let plans = try await stored(
      try file(Self.table, without: [0, 2]), try file(Self.table, without: [2]))
    #expect(
      plans.map(\.words) == [
        "Catima, 4 cards: 1 imported, 3 left out "
          + "(2 because you did not choose it, 1 because it has no name)",
        "Catima, 4 cards: 1 imported, 1 already there, 2 left out "
          + "(1 because you did not choose it, 1 because it has no name)",
      ])
    #expect(await vault.cards.map(\.name) == ["Baker", "Gym"])
    _ = try await vault.undo()
    #expect(await vault.cards.isEmpty)
  }
}
