import Cards
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Two cards that are the same.
@Suite struct JoiningTests {
  private let folder: VaultFolder
  private let gym = Card.sample("Gym", id: 2).with {
    $0.tags = ["sport"]
    $0.note = "upstairs"
  }
  private let fitness = Card.sample("Fitness", id: 1).with {
    $0.tags = ["town"]
    $0.printedNumber = "77"
    $0.balance = Balance(thousandths: 20_000, currency: "EUR")
  }

  init() throws {
    folder = try VaultFolder()
  }

  private func open(_ device: String = "first") throws -> Vault {
    try Vault.open(at: folder.locations(device))
  }

  /// A vault with both cards, the second one saved last.
  private func made() async throws -> Vault {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym])
    try await vault.save([fitness])
    return vault
  }

  @Test func `the remaining card shows what was chosen, and every device finds it`() async throws {
    let vault = try await made()
    #expect(await vault.duplicates.map { $0.cards.map(\.name) } == [["Fitness", "Gym"]])
    let joined = try #require(try await vault.join(fitness.id, into: gym.joined(with: fitness)))
    for vault in [vault, try open(), try open("second")] {
      #expect(await vault.cards.count == 1)
      let card = try #require(await vault.card(fitness.id))
      #expect(await vault.card(gym.id) == card)
      // The name of the other card was written later, and knew of this one.
      #expect(card.id == gym.id && card.name == "Gym" && card.note == "upstairs")
      #expect(card.tags == ["sport", "town"] && card.printedNumber == "77")
      #expect(card.codes == gym.codes && card.balance == fitness.balance)
      #expect(card.added == joined.added && card.added != nil)
      #expect(await vault.conflictCount(of: fitness.id) == 0)
      #expect(await vault.duplicates.isEmpty)
      #expect(await vault.formerIDs == [gym.id: [fitness.id]])
    }
    #expect(try await vault.join(fitness.id, into: joined) == nil)
  }

  @Test func `of two balances the chosen one counts, less spending elsewhere meanwhile`()
    async throws
  {
    let vault = try await made()
    let other = try open("second")
    let rich = gym.with { $0.balance = Balance(thousandths: 30_000, currency: "EUR") }
    try await vault.save([rich])
    // Spent on the card that disappears, by a device that does not know of the join.
    let spent = FieldChange(
      field: 10, mergeClass: .counter, operation: .add,
      value: UInt64(bitPattern: -5_000).bigEndianBytes)
    try await other.write(
      [CardEdit(card: fitness.id, kind: .edit, changes: [spent])], at: other.now())
    _ = try await vault.join(fitness.id, into: rich.joined(with: fitness))
    #expect(await vault.card(gym.id)?.balance?.thousandths == 30_000)
    #expect(try await open().card(gym.id)?.balance?.thousandths == 25_000)
    #expect(try await open().conflictCount(of: gym.id) == 0)
  }

  @Test func `others' changes to either card meanwhile apply to the joined one`() async throws {
    let vault = try await made()
    let (other, third) = (try open("second"), try open("third"))
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    try await other.save([fitness.with { $0.tags = ["town", "pool"] }])
    try await third.save([gym.with { $0.expires = CalendarDate("2030-01-31") }])
    let card = try #require(try await open().cards.first)
    #expect(card.tags == ["pool", "sport", "town"] && card.expires?.description == "2030-01-31")
    #expect(try await open().cards.count == 1)
    // And another name is in conflict with the chosen one.
    try await other.save([fitness.with { $0.name = "Fitness first" }])
    #expect(try await open().conflicts.map(\.field) == ["name"])
  }

  @Test func `the same photo again changes the joined card`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let code = gym.codes[0]
    let imported = Card(id: await vault.id(for: code), name: "Imported", codes: [code])
    try await vault.save([imported, gym])
    _ = try await vault.join(imported.id, into: gym)
    let again = try open("second")
    #expect(await again.id(for: code) == gym.id)
    #expect(await again.cards(with: code).map(\.id) == [gym.id])
    // A caller with the old id changes the joined card.
    try await again.save([imported.with { $0.note = "of the photo" }])
    #expect(try await open().cards.map(\.note) == ["of the photo"])
  }

  @Test func `an undo separates the cards again, and later changes stay with the remaining one`()
    async throws
  {
    let vault = try await made()
    let before = await vault.cards
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    let undone = try await vault.undo().cards
    #expect(Set(undone.keys) == [gym.id, fitness.id])
    for vault in [vault, try open(), try open("second")] {
      let cards = await vault.cards
      #expect(cards.map(\.tags) == before.map(\.tags) && cards.map(\.name) == before.map(\.name))
      #expect(cards.map(\.note) == before.map(\.note))
      #expect(cards.map(\.printedNumber) == before.map(\.printedNumber))
      #expect(cards.map(\.balance) == before.map(\.balance))
      #expect(await vault.formerIDs.isEmpty)
    }
    // By the id that disappeared, on another device, after a change.
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    let card = try #require(await vault.card(gym.id))
    try await vault.save([card.with { $0.tags.append("later") }])
    let other = try open("second")
    _ = try await other.undo(fitness.id)
    #expect(await other.card(gym.id)?.tags == ["sport", "town"])
    _ = try await other.undo(fitness.id)
    #expect(await other.card(gym.id)?.tags == ["sport"])
    #expect(await other.card(fitness.id)?.tags == ["town"])
    #expect(try await open().cards.count == 2)
  }

  @Test func `undo continues before a join that it reverted`() async throws {
    let vault = try await made()
    try await vault.save([gym.with { $0.note = "first" }])
    let card = try #require(await vault.card(gym.id))
    _ = try await vault.join(fitness.id, into: card.joined(with: fitness))
    #expect(Set(try await vault.undo().cards.keys) == [gym.id, fitness.id])
    let again = try await vault.undo()
    #expect(again.cards[gym.id]??.note == gym.note)
  }

  @Test func `undo of a join that another device also made removes neither card`() async throws {
    let vault = try await made()
    let other = try open("second")
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    _ = try await other.join(gym.id, into: fitness.joined(with: gym))
    let own = try open()
    #expect(try await own.undo().cards.values.allSatisfy { $0 != nil })
    #expect(await own.cards.count == 1)
    #expect(await own.formerIDs.count == 1)
    // The change that added either of them is not undone while they are joined.
    #expect(try await own.undo() == TakenBack())
    #expect(try await open("third").cards.count == 1)
  }

  @Test func `a removal removes both, by either id, and none comes back by itself`()
    async throws
  {
    let vault = try await made()
    let files = try folder.files()
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    try await vault.remove([fitness.id])
    #expect(try await open().cards.isEmpty)
    #expect(try await open().removedCards.map(\.id) == [gym.id])
    // Old files come back next to the new ones.
    try folder.become(try folder.files().merging(files) { own, _ in own })
    #expect(try await open().cards.isEmpty)
    let undone = try await open().undo(gym.id).cards
    #expect(undone[gym.id]??.tags == ["sport", "town"])
    #expect(try await open().cards.count == 1)
  }

  @Test func `a removed joined card stays removed and joined when the key is changed`() async throws
  {
    let vault = try await made()
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    try await vault.remove([gym.id])
    _ = try await vault.changeKey()
    let finished = try open()
    #expect(await finished.cards.isEmpty)
    #expect(await finished.removedCards.map(\.id) == [gym.id])
    #expect(await finished.joined.members(of: fitness.id) == [fitness.id, gym.id])
  }

  @Test func `three cards on two devices become one, no matter how they are joined`() async throws {
    let vault = try await made()
    let pool = Card.sample("Pool", id: 3)
    try await vault.save([pool])
    let other = try open("second")
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    _ = try await other.join(gym.id, into: pool.joined(with: gym))
    for vault in [try open(), try open("second")] {
      #expect(await vault.cards.map(\.id) == [pool.id])
      #expect(await vault.formerIDs == [pool.id: [fitness.id, gym.id]])
      #expect(await vault.cards.first?.tags == ["sport", "town"])
    }
    // One into the other on one device, in the opposite direction on another.
    let (left, right) = (Card.sample("Left", id: 8), Card.sample("Right", id: 7))
    try await vault.save([left, right])
    let (one, two) = (try open(), try open("second"))
    _ = try await one.join(left.id, into: right)
    _ = try await two.join(right.id, into: left)
    let both = try open("third")
    #expect(await both.card(left.id)?.id == right.id)
    #expect(await both.card(right.id)?.id == right.id)
    #expect(await both.conflicts(of: left.id).map(\.field) == ["name"])
  }

  @Test func `a history shows the join, and no change of the other card before it`() async throws {
    let vault = try await made()
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    let changes = await vault.changes(of: fitness.id)
    #expect(changes.map(\.isJoin) == [false, true])
    #expect(changes.map(\.otherNames) == [[], [fitness.name]])
    #expect(changes.map { $0.card?.tags } == [["sport"], ["sport", "town"]])
    _ = try await vault.undo(gym.id)
    #expect(await vault.changes(of: fitness.id).map(\.isParting) == [false, false, true])
    #expect(await vault.changes(of: fitness.id).map(\.isUndone) == [false, true, false])
    #expect(await vault.changes(of: gym.id).last?.otherNames == [fitness.name])
  }

  @Test func `fields that only a newer program knows are kept from the remaining card`()
    async throws
  {
    let vault = try await made()
    func unknown(_ card: CardID, _ changes: [(UInt32, MergeClass, [UInt8])]) async throws {
      try await vault.write(
        [
          CardEdit(
            card: card, kind: .edit,
            changes: changes.map {
              FieldChange(
                field: $0, mergeClass: $1, operation: $1 == .set ? .add : .set, value: $2)
            })
        ], at: vault.now())
    }
    try await unknown(gym.id, [(99, .register, [1]), (97, .set, [5])])
    try await unknown(fitness.id, [(99, .register, [2]), (98, .register, [3]), (97, .set, [6])])
    let gone = FieldChange(field: 97, mergeClass: .set, operation: .remove, value: [5])
    try await vault.write(
      [CardEdit(card: fitness.id, kind: .edit, changes: [gone])], at: vault.now())
    _ = try await vault.join(fitness.id, into: gym.joined(with: fitness))
    let fields = await vault.fields(of: gym.id)
    #expect(fields.value(of: 99, .register) == [1] && fields.value(of: 98, .register) == [3])
    #expect(Set(fields.elements(of: 97)) == [[5], [6]])
  }
}
