import Cards
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct UndoTests {
  private let folder: VaultFolder
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `undo again goes further back each time, to the very first`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([card])
    try await vault.save([card.with { $0.note = "x" }])
    try await vault.save([
      card.with {
        $0.note = "y"
        $0.tags = ["a", "b"]
      }
    ])
    try await vault.remove([card.id])
    let again = try Vault.open(at: folder.locations())
    for (note, tags) in [("y", ["a", "b"]), ("x", []), ("", [])] {
      let undone = try #require(try await again.undo(card.id).cards[card.id] ?? nil)
      #expect(undone.note == note && undone.tags == tags && undone.codes == card.codes)
    }
    #expect(try await again.undo(card.id).cards == [card.id: nil])
    #expect(try await again.undo(card.id).cards.isEmpty)
    #expect(try await Vault.open(at: folder.locations()).cards.isEmpty)
  }

  @Test func `a card that was removed twice comes back as it was before the first time`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([card])
    try await vault.save([card.with { ($0.pin, $0.note) = ("2222", "now") }])
    try await vault.remove([card.id])
    // As `restore --to` an earlier state does, or a use on a screen that stayed open.
    try await vault.save([card.with { $0.pin = "1111" }])
    #expect(try await vault.undo().cards == [card.id: nil])
    let undone = try #require(try await vault.undo().cards[card.id] ?? nil)
    #expect(undone.pin == "2222" && undone.note == "now" && undone.codes == card.codes)
  }

  @Test(arguments: [false, true])
  func `what others changed while a card was brought back stays when that is undone`(
    isRemovalUndone: Bool
  ) async throws {
    let full = card.with {
      $0.balance = Balance(thousandths: 50_000, currency: "EUR")
      ($0.pin, $0.note) = ("1111", "old")
    }
    let mine = try Vault.create(at: folder.locations())
    try await mine.save([full])
    try await mine.remove([card.id])
    // One command brings it back, and goes on after another device has changed it.
    await mine.beginCommand()
    try await mine.save([full.with { $0.pin = "2222" }])
    let other = try Vault.open(at: folder.locations("second"))
    try await other.spend(10_000, from: card.id)
    try await other.save([try #require(await other.card(card.id)).with { $0.note = "theirs" }])
    _ = try await mine.refreshed()
    try await mine.spend(5_000, from: card.id)
    try await mine.save([try #require(await mine.card(card.id)).with { $0.tags = ["mine"] }])
    #expect(await mine.card(card.id)?.balance?.thousandths == 35_000)

    let vault = try Vault.open(at: folder.locations())
    #expect(try await vault.undo().cards == [card.id: nil])
    let removed = try #require(await vault.removedCards.first)
    if isRemovalUndone {
      #expect(try await Array(vault.undo().cards.keys) == [card.id])
    } else {
      try await vault.save([removed])
    }
    let shown = try #require(try await Vault.open(at: folder.locations("second")).card(card.id))
    for found in [removed, shown] {
      #expect(found.balance?.thousandths == 40_000 && found.note == "theirs")
      #expect(found.pin == "1111" && found.tags.isEmpty && found.codes == card.codes)
    }
  }

  @Test func `spending that brought a card back is undone by adding, too`() async throws {
    let full = card.with { $0.balance = Balance(thousandths: 50_000, currency: "EUR") }
    try await Vault.create(at: folder.locations()).save([full])
    // Two screens that stayed open.
    let first = try Vault.open(at: folder.locations())
    let second = try Vault.open(at: folder.locations("second"))
    try await Vault.open(at: folder.locations("third")).remove([card.id])
    try await first.spend(10_000, from: card.id)
    try await second.spend(5_000, from: card.id)
    let (left, right) = (
      try Vault.open(at: folder.locations()), try Vault.open(at: folder.locations("second"))
    )
    _ = try await left.undo()
    _ = try await right.undo()
    let vault = try Vault.open(at: folder.locations("third"))
    let all = await vault.cards + vault.removedCards
    #expect(all.map(\.balance?.thousandths) == [50_000])
  }

  @Test func `what two devices add and spend at once adds up, and only spending is a use`()
    async throws
  {
    let full = card.with { $0.balance = Balance(thousandths: 50_000, currency: "EUR") }
    try await Vault.create(at: folder.locations()).save([full])
    let first = try Vault.open(at: folder.locations())
    let second = try Vault.open(at: folder.locations("second"))
    try await first.topUp(20_000, on: card.id)
    #expect(await first.card(card.id)?.lastUsed == nil)
    try await second.spend(5_000, from: card.id)
    try await second.topUp(1_000, on: card.id)
    let merged = try Vault.open(at: folder.locations("third"))
    #expect(await merged.card(card.id)?.balance?.thousandths == 66_000)
    #expect(await merged.card(card.id)?.lastUsed != nil)
  }

  @Test func `a removal with changes alone is no card to restore`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let note = FieldChange(
      field: CardField.note.rawValue, mergeClass: .register, operation: .set,
      value: Array("old".utf8))
    try await vault.write(
      [CardEdit(card: card.id, kind: .remove, changes: [note])], at: vault.now())
    #expect(await vault.removedCards.isEmpty)
    #expect(await vault.removedCardCount == 0)
    #expect(await !vault.isRestorable(card.id))
    try await vault.save([card])
    #expect(await !vault.isRestorable(card.id))
    try await vault.remove([card.id])
    #expect(await vault.isRestorable(card.id))
    #expect(await vault.removedCardCount == 1)
    #expect(await vault.removedCards.map(\.codes) == [card.codes])
  }

  @Test func `changes made after an undo are undone first, completely`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([card.with { $0.note = "x" }])
    _ = try await vault.undo()
    try await vault.save([card.with { $0.note = "x" }])
    try await vault.save([card.with { $0.note = "z" }])
    let undone = try #require(try await vault.undo().cards[card.id] ?? nil)
    #expect(undone.name == "Gym" && undone.note == "x" && undone.codes == card.codes)
    #expect(try await vault.undo().cards == [card.id: nil])
    #expect(try await vault.undo().cards.isEmpty)
  }

  @Test(.timeLimit(.minutes(10)))
  func `many cards of one save are undone in a time that grows with their number`() async throws {
    let vault = try Vault.create(at: folder.locations())
    var random = SystemRandomNumberGenerator()
    let cards = (0..<30_000).map { Card(id: CardID(using: &random), name: "\($0)", codes: []) }
    try await vault.save(cards)
    #expect(try await vault.undo().cards.count == cards.count)
    #expect(await vault.cards.isEmpty)
  }

  @Test func `later changes stay, and changes that others overwrote are skipped`() async throws {
    let first = try Vault.create(at: folder.locations())
    try await first.save([card])
    try await first.save([card.with { $0.tags = ["mine"] }])
    try await first.save([card.with { ($0.tags, $0.note) = (["mine"], "mine") }])
    let second = try Vault.open(at: folder.locations("second"))
    try await second.save([card.with { ($0.tags, $0.note) = (["mine", "theirs"], "theirs") }])
    let vault = try Vault.open(at: folder.locations())
    let outcome = try await vault.undo()
    let undone = try #require(outcome.cards[card.id] ?? nil)
    #expect(undone.tags == ["theirs"] && undone.note == "theirs")
    #expect(outcome.skipped == [card.id])
  }

  @Test func `a balance that was set is undone by adding, so that later spending stays`()
    async throws
  {
    let first = try Vault.create(at: folder.locations())
    let euros = { (amount: Int64) in Balance(thousandths: amount * 1_000, currency: "EUR") }
    try await first.save([card.with { $0.balance = euros(100) }])
    try await first.spend(30_000, from: card.id)
    try await first.save([#require(await first.card(card.id)).with { $0.balance = euros(200) }])
    let second = try Vault.open(at: folder.locations("second"))
    try await second.spend(1_000, from: card.id)
    let vault = try Vault.open(at: folder.locations())
    for expected in [69, 99] as [Int64] {
      #expect(try await vault.undo().cards[card.id]??.balance == euros(expected))
    }
  }

  @Test func `a balance that was set is undone once, though two devices undo it at once`()
    async throws
  {
    let euros = { (amount: Int64) in Balance(thousandths: amount * 1_000, currency: "EUR") }
    let first = try Vault.create(at: folder.locations())
    try await first.save([card.with { $0.balance = euros(50) }])
    try await first.save([card.with { $0.balance = euros(30) }])
    let second = try Vault.open(at: folder.locations("second"))
    let third = try Vault.open(at: folder.locations("third"))
    for vault in [second, third] {
      #expect(try await vault.undo(card.id).cards[card.id]??.balance == euros(50))
    }
    let vault = try Vault.open(at: folder.locations())
    #expect(await vault.card(card.id)?.balance == euros(50))
    #expect(await vault.conflictCounts.isEmpty)
  }

  @Test func `spending before a balance was set gives nothing back`() async throws {
    let first = try Vault.create(at: folder.locations())
    let euros = { (amount: Int64) in Balance(thousandths: amount * 1_000, currency: "EUR") }
    try await first.save([card.with { $0.balance = euros(100) }])
    try await first.spend(30_000, from: card.id)
    let second = try Vault.open(at: folder.locations("second"))
    try await second.save([#require(await second.card(card.id)).with { $0.balance = euros(200) }])
    let vault = try Vault.open(at: folder.locations())
    // It was used then, too, which is undone.
    #expect(try await vault.undo().cards[card.id]??.balance == euros(200))
  }

  @Test func `a decision without visible effect is skipped`() async throws {
    let first = try Vault.create(at: folder.locations())
    try await first.save([card])
    let second = try Vault.open(at: folder.locations("second"))
    try await first.save([card.with { $0.note = "one" }])
    try await second.save([card.with { $0.note = "two" }])
    let vault = try Vault.open(at: folder.locations())
    try await vault.save([.sample("Zoo", id: 2)])
    let conflict = try #require(await vault.conflicts(of: card.id).first)
    try await vault.decide([(conflict, conflict.sides[0])])
    let zoo = Card.sample("Zoo", id: 2).id
    #expect(try await vault.undo().cards == [zoo: nil])
    #expect(await vault.card(card.id)?.note == conflict.sides[0].card.note)
  }

  @Test(arguments: [false, true])
  func `a use of a card that was removed meanwhile is skipped`(isOtherDevice: Bool) async throws {
    try await Vault.create(at: folder.locations()).save([card, .sample("Zoo", id: 2)])
    // Such as a full screen that stays open.
    let open = try Vault.open(at: folder.locations())
    let other = try Vault.open(at: folder.locations(isOtherDevice ? "second" : "first"))
    try await open.save([.sample("Zoo", id: 2).with { $0.note = "x" }])
    try await other.remove([card.id])
    try await open.save([card.with { $0.lastUsed = Timestamp(milliseconds: 1_700_000_000_000) }])
    let vault = try Vault.open(at: folder.locations())
    #expect(await vault.cards.map(\.name) == ["Zoo"])
    let undone = try await vault.undo()
    if isOtherDevice {
      #expect(undone.cards[Card.sample("Zoo", id: 2).id]??.note == "")
    } else {
      #expect(undone.cards[card.id]??.name == "Gym")
    }
  }

  @Test func `one save of several cards is undone for one of them, then for the rest`() async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([card, .sample("Zoo", id: 2)])
    #expect(try await vault.undo(card.id).cards == [card.id: nil])
    #expect(await vault.cards.map(\.name) == ["Zoo"])
    #expect(try await vault.undo().cards.count == 1)
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a removal is undone after a change of the key`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([card])
    try await vault.save([.sample("Zoo", id: 2)])
    try await vault.remove([card.id])
    _ = try await vault.changeKey()
    let finished = try Vault.open(at: folder.locations())
    #expect(try await Array(finished.undo().cards.keys) == [card.id])
    #expect(await finished.cards.map(\.name) == ["Gym", "Zoo"])
    #expect(await finished.card(card.id)?.codes == card.codes)
  }
}
