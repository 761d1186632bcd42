import Cards
import Testing

@testable import VaultFormat
@testable import VaultStore

/// Undo is a line in time: `redo` goes forward on it, as far as `undo` went back.
@Suite struct RedoTests {
  private let folder: VaultFolder
  private let gym = Card.sample("Gym", id: 1)
  private let zoo = Card.sample("Zoo", id: 2)

  init() throws { folder = try VaultFolder() }

  private func states(of vault: Vault) async -> [Card] {
    await vault.cards.map { card in card.with { $0.changed = nil } }.sorted { $0.id < $1.id }
  }

  @Test func `every undo of a line can be taken back, and undone again`() async throws {
    let vault = try Vault.create(at: folder.locations())
    var states: [[Card]] = [await states(of: vault)]
    let money = gym.with { $0.balance = Balance(thousandths: 50_000, currency: "EUR") }
    await vault.beginCommand()
    try await vault.save([money, zoo])
    states.append(await self.states(of: vault))
    await vault.beginCommand()
    try await vault.save([money.with { ($0.note, $0.tags) = ("x", ["a"]) }])
    states.append(await self.states(of: vault))
    await vault.beginCommand()
    try await vault.spend(10_000, from: gym.id)
    states.append(await self.states(of: vault))
    await vault.beginCommand()
    try await vault.remove([zoo.id])
    states.append(await self.states(of: vault))
    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        await vault.beginCommand()
        #expect(try await !vault.undo().cards.isEmpty)
        #expect(await content(of: vault) == state.map(\.content))
      }
      await vault.beginCommand()
      #expect(try await vault.undo().cards.isEmpty)
      for state in states.dropFirst() {
        await vault.beginCommand()
        #expect(try await !vault.redo().cards.isEmpty)
        #expect(await content(of: vault) == state.map(\.content))
      }
      await vault.beginCommand()
      #expect(try await vault.redo().cards.isEmpty)
    }
    // Another device reads the same.
    let again = try Vault.open(at: folder.locations())
    #expect(await content(of: again) == states[4].map(\.content))
  }

  private func content(of vault: Vault) async -> [Card] {
    await states(of: vault).map(\.content)
  }

  @Test func `joined cards are separated, and joined again`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let other = Card.sample("Zoo", number: "4006381333931", id: 2)
    try await vault.save([gym, other])
    let joined = try #require(
      try await vault.join(zoo.id, into: gym.with { ($0.name, $0.note) = ("Both", "joined") }))
    try await vault.undo()
    #expect(await vault.cards.count == 2)
    try await vault.redo()
    #expect(await content(of: vault) == [joined.content])
    try await vault.undo()
    #expect(await vault.cards.map(\.name) == ["Gym", "Zoo"])
  }

  @Test func `a joined card is removed, brought back and removed again as a whole`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym, Card.sample("Zoo", number: "4006381333931", id: 2)])
    let whole = try #require(try await vault.join(zoo.id, into: gym.with { $0.name = "Both" }))
    try await vault.remove([gym.id])
    for _ in 1...2 {
      try await vault.undo()
      #expect(await content(of: vault) == [whole.content])
      #expect(try await !vault.redo().cards.isEmpty)
      #expect(await vault.cards.isEmpty)
    }
    // Bringing it back by hand is undone alike, before the join is.
    try await vault.save([whole])
    #expect(await content(of: vault) == [whole.content])
    try await vault.undo()
    #expect(await vault.cards.isEmpty)
  }

  @Test func `undoing a restore removes no card that was joined into it since`() async throws {
    let devices = try Devices()
    try await devices.twoInStep()
    let mine = try devices.open("a")
    try await mine.save([zoo])
    try await mine.remove([gym.id])
    try await mine.save([gym])
    let restore = try #require(await mine.changeLog.last)
    try await devices.sync("a")
    try await devices.sync("b")
    _ = try await devices.open("b").join(zoo.id, into: gym)
    for device in ["b", "a"] { try await devices.sync(device) }
    let again = try devices.open("a")
    #expect(await again.change(by: .change(restore)) == nil)
    try await again.take(.change(restore))
    #expect(await again.cards.count == 1)
  }

  @Test func `after another change, no undo is left to take back`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym])
    try await vault.save([gym.with { $0.note = "x" }])
    try await vault.undo()
    try await vault.save([gym.with { $0.pin = "1234" }])
    #expect(await vault.change(by: .redo) == nil)
    #expect(try await vault.redo().cards.isEmpty)
    #expect(await vault.cards.map(\.note) == [""])
  }

  @Test func `what others spent meanwhile stays spent`() async throws {
    let full = gym.with { $0.balance = Balance(thousandths: 50_000, currency: "EUR") }
    let devices = try Devices()
    try await devices.twoInStep()
    let mine = try devices.open("a")
    try await mine.save([full])
    try await mine.spend(10_000, from: gym.id)
    try await mine.undo()
    try await devices.sync("a")
    try await devices.sync("b")
    let other = try devices.open("b")
    try await other.spend(5_000, from: gym.id)
    try await devices.sync("b")
    try await devices.sync("a")
    let again = try devices.open("a")
    try await again.redo()
    #expect(await again.cards.first { $0.id == gym.id }?.balance?.thousandths == 35_000)
  }

  @Test(arguments: ["Fitness", ""])
  func `an undo leaves what another device decided since`(holder: String) async throws {
    let devices = try Devices()
    try await devices.twoInStep()
    let mine = try devices.open("a")
    try await mine.save([gym.with { $0.holder = "Me" }])
    try await devices.sync("a")
    try await devices.sync("b")
    try await mine.save([gym.with { ($0.holder, $0.note) = (holder, "x") }])
    let edit = try #require(await mine.changeLog.last)
    try await devices.open("b").save([gym.with { $0.holder = "Us" }])
    for device in ["a", "b", "a"] { try await devices.sync(device) }
    let other = try devices.open("b")
    let conflict = try #require(await other.conflicts(of: gym.id).first)
    let side = try #require(conflict.sides.first { $0.card.holder == holder })
    try await other.decide([(conflict, side)])
    for device in ["b", "a"] { try await devices.sync(device) }
    let again = try devices.open("a")
    let step = UndoStep.change(edit)
    #expect(await again.change(by: step)?.cards.map(\.action) == [.edited(["note"])])
    try await again.take(step)
    #expect(await again.cards.map(\.holder) == [holder])
    #expect(await again.cards.map(\.note) == [""])
  }

  @Test func `the log says what each change did, and which ones undo others`() async throws {
    let vault = try Vault.create(at: folder.locations())
    await vault.beginCommand()
    try await vault.save([gym, zoo])
    await vault.beginCommand()
    try await vault.save([gym.with { ($0.note, $0.pin) = ("x", "1234") }])
    await vault.beginCommand()
    try await vault.remove([zoo.id])
    let next = try #require(await vault.change(by: .last(of: nil)))
    #expect(await next.id == vault.changeLog[2].id && next.cards.map(\.name) == ["Zoo"])
    await vault.beginCommand()
    try await vault.undo()
    await vault.beginCommand()
    try await vault.undo()
    let redone = try #require(await vault.change(by: .redo))
    #expect(await redone.id == vault.changeLog[1].id)
    await vault.beginCommand()
    try await vault.redo()
    let log = await vault.changeLog
    #expect(Set(log.map(\.id)).count == 6)
    #expect(
      log.map { $0.cards.map(\.action) } == [
        [.added, .added], [.edited(["note", "pin"])], [.removed], [.broughtBack([])],
        [.edited(["note", "pin"])], [.edited(["note", "pin"])],
      ])
    #expect(log.map(\.undoes) == [nil, nil, nil, log[2].id, log[1].id, nil])
    #expect(log.map(\.redoes) == [nil, nil, nil, nil, nil, log[1].id])
    #expect(log.map(\.isUndone) == [false, false, true, false, true, false])
    #expect(!log.map(\.isOwn).contains(false))
  }

  @Test func `a card that only undos removed comes back as it was before the first of them`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym.with { $0.review = .draft }])
    try await vault.save([gym.with { ($0.name, $0.tags, $0.review) = ("My gym", ["a"], .accepted) }]
    )
    for _ in 1...2 { try await vault.undo() }
    let removed = try #require(await vault.removedCards.first)
    #expect(removed.name == "My gym" && removed.tags == ["a"] && !removed.isDraft)
    try await vault.save([removed])
    try await vault.remove([gym.id])
    try await vault.save([removed.with { $0.name = "Typo" }])
    for _ in 1...2 { try await vault.undo() }
    // What a person removed comes back as it was then.
    #expect(await vault.card(gym.id)?.name == "My gym")
    try await vault.redo()
    #expect(await vault.removedCards.map(\.name) == ["My gym"])
  }

  @Test func `every change but a use makes another version of a card`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym, zoo])
    let first = await vault.version(of: gym.id)
    try await vault.save([gym.with { $0.lastUsed = Timestamp(milliseconds: 1_900_000_000_000) }])
    try await vault.save([zoo.with { $0.note = "x" }])
    #expect(await vault.version(of: gym.id) == first)
    let other = try Vault.open(at: folder.locations("second"))
    try await other.remove([gym.id])
    #expect(await vault.version(of: gym.id) == first)
    try await vault.refresh()
    #expect(await vault.version(of: gym.id) == first + 1)
  }

  @Test func `a card that came back and was removed again comes back with all that it had`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym])
    let whole = gym.with { ($0.name, $0.pin, $0.note, $0.tags) = ("My gym", "1234", "x", ["a"]) }
    try await vault.save([whole])
    for _ in 1...2 { try await vault.undo() }
    try await vault.save(await vault.removedCards)
    #expect(await content(of: vault) == [whole.content])
    for _ in 1...2 {
      try await vault.undo()
      #expect(await vault.cards.isEmpty)
      try await vault.redo()
      #expect(await content(of: vault) == [whole.content])
    }
  }

  @Test func `a card that one command removed and saved again was edited`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym])
    await vault.beginCommand()
    try await vault.remove([gym.id])
    try await vault.save([gym.with { $0.note = "x" }])
    #expect(await vault.changeLog.last?.cards.map(\.action) == [.edited(["note"])])
  }

  @Test func `what was done again is undone once`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym.with { $0.balance = Balance(thousandths: 20_000, currency: "EUR") }])
    try await vault.spend(5_000, from: gym.id)
    try await vault.undo()
    try await vault.redo()
    let log = await vault.changeLog
    try await vault.take(.change(log[1]))
    #expect(await vault.card(gym.id)?.balance?.thousandths == 20_000)
    #expect(try await vault.take(.change(log[3])).cards.isEmpty)
    #expect(await vault.card(gym.id)?.balance?.thousandths == 20_000)
  }

  @Test func `what was done again in a chain of undos is undone once, too`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym.with { $0.balance = Balance(thousandths: 20_000, currency: "EUR") }])
    try await vault.spend(5_000, from: gym.id)
    let spent = try #require(await vault.changeLog.last)
    for _ in 1...2 {
      try await vault.undo()
      try await vault.redo()
    }
    // The last redo is undone, and that undo, too.
    for _ in 1...2 { try await vault.take(.change(try #require(await vault.changeLog.last))) }
    let last = try #require(await vault.changeLog.last)
    #expect(await vault.card(gym.id)?.balance?.thousandths == 15_000)
    try await vault.take(.change(spent))
    for change in await vault.changeLog.dropFirst() where change.identity != last.identity {
      if change.undoes == nil { try await vault.take(.change(change)) }
    }
    try await vault.take(.change(last))
    #expect(await vault.card(gym.id)?.balance?.thousandths == 20_000)
  }

  @Test func `a card that came back is edited, topped up and used from then on`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let full = gym.with { $0.balance = Balance(thousandths: 50_000, currency: "EUR") }
    try await vault.save([full])
    try await vault.remove([gym.id])
    try await vault.save(await vault.removedCards)
    try await vault.save([full.with { $0.note = "x" }])
    try await vault.topUp(5_000, on: gym.id)
    try await vault.spend(2_000, from: gym.id)
    try await vault.undo()
    let actions: [LoggedChange.Action] = [
      .added, .removed, .broughtBack([]), .edited(["note"]), .toppedUp, .spent,
      .edited(["lastUsed", "balance"]),
    ]
    let found = await vault.changeLog.map { $0.cards.map(\.action) }
    #expect(found == actions.map { [$0] })
    // Two of one kind in one command are one; with anything else they are an edit.
    await vault.beginCommand()
    for _ in 1...2 { try await vault.topUp(1_000, on: gym.id) }
    #expect(await vault.changeLog.last?.cards.map(\.action) == [.toppedUp])
    try await vault.save([try #require(await vault.card(gym.id)).with { $0.note = "y" }])
    #expect(await vault.changeLog.last?.cards.map(\.action) == [.edited(["balance", "note"])])
  }

  @Test func `a change keeps its id when older changes of others arrive`() async throws {
    let devices = try Devices()
    try await devices.twoInStep()
    let other = try devices.open("b")
    try await other.save([zoo])
    let mine = try devices.open("a")
    try await mine.save([gym])
    let change = try #require(await mine.changeLog.last)
    let place = await mine.changeLog.count
    try await devices.sync("b")
    try await devices.sync("a")
    let again = try devices.open("a")
    let log = await again.changeLog
    #expect(log.count == place + 1)
    for digits in [String(change.id.prefix(8)), change.id.uppercased()] {
      #expect(await again.change(digits)?.cards.map(\.name) == ["Gym"])
    }
    for digits in ["", "1", String(change.id.prefix(7)), change.id + "0", "gym gym gym"] {
      #expect(await again.change(digits) == nil)
    }
  }

  @Test func `each segment of a command names it`() async throws {
    let vault = try Vault.create(at: folder.locations())
    await vault.beginCommand()
    for card in [gym, zoo] { try await vault.save([card]) }
    let id = try #require(await vault.changeLog.first?.id)
    for card in [gym, zoo] {
      let part = try #require(await vault.changes(of: card.id).first)
      #expect(await vault.change(part.id)?.id == id)
    }
  }

  @Test func `a change is undone by its place in the log, whoever made it`() async throws {
    let devices = try Devices()
    try await devices.twoInStep()
    let mine = try devices.open("a")
    try await mine.save([zoo])
    try await devices.sync("a")
    try await devices.sync("b")
    let other = try devices.open("b")
    let log = await other.changeLog
    let added = try #require(log.last)
    #expect(!added.isOwn && added.cards.map(\.name) == ["Zoo"])
    let undone = try await other.take(.change(added))
    #expect(undone.cards == [zoo.id: nil])
    let again = try await other.take(.change(added))
    #expect(again.cards.isEmpty)
    try await other.redo()
    #expect(await other.cards.contains { $0.id == zoo.id })
  }
}

extension Card {
  /// The card without its moments, which an undo does not take back.
  fileprivate var content: Card { with { ($0.added, $0.changed, $0.lastUsed) = (nil, nil, nil) } }
}
