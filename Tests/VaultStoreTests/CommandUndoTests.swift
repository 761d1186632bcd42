import Cards
import Testing

@testable import VaultFormat
@testable import VaultStore

/// One undo undoes one command, however many saves it made.
@Suite struct CommandUndoTests {
  private let folder: VaultFolder
  private let gym = Card.sample("Gym", id: 1)
  private let zoo = Card.sample("Zoo", id: 2)

  init() throws { folder = try VaultFolder() }

  @Test func `the saves of one command are undone together, others are not`() async throws {
    let vault = try Vault.create(at: folder.locations())
    await vault.beginCommand()
    try await vault.save([gym])
    try await vault.save([zoo])
    try await vault.save([gym.with { $0.note = "first" }])
    await vault.beginCommand()
    try await vault.save([zoo.with { $0.note = "second" }])
    let again = try Vault.open(at: folder.locations())
    let second = try await again.undo()
    #expect(second.cards.count == 1 && second.cards[zoo.id]??.note == "")
    let first = try await again.undo()
    #expect(first.cards == [gym.id: nil, zoo.id: nil])
    #expect(try await again.undo().cards.isEmpty)
    #expect(try await Vault.open(at: folder.locations()).cards.isEmpty)
  }

  @Test(arguments: [false, true])
  func `the cards are named in the order in which they were saved`(isTurned: Bool) async throws {
    let vault = try Vault.create(at: folder.locations())
    let cards = isTurned ? [zoo, gym] : [gym, zoo]
    try await vault.save(cards)
    #expect(await vault.change(by: .last(of: nil))?.cards.map(\.id) == cards.map(\.id))
    #expect(try await Set(vault.undo().cards.keys) == Set(cards.map(\.id)))
  }

  @Test func `undoing one card of a command leaves the others`() async throws {
    let vault = try Vault.create(at: folder.locations())
    await vault.beginCommand()
    try await vault.save([gym])
    try await vault.save([zoo])
    #expect(try await vault.undo(zoo.id).cards == [zoo.id: nil])
    #expect(await vault.cards.map(\.name) == ["Gym"])
    // The rest of the command is still there to undo.
    #expect(try await vault.undo().cards == [gym.id: nil])
  }

  @Test func `without a command, each save is undone alone`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym])
    try await vault.save([zoo])
    #expect(try await vault.undo().cards == [zoo.id: nil])
    #expect(await vault.cards.map(\.name) == ["Gym"])
  }

  @Test func `a command that changed a card twice goes back to before both`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([gym])
    await vault.beginCommand()
    try await vault.save([gym.with { $0.note = "a" }])
    try await vault.save([
      gym.with {
        $0.note = "b"
        $0.tags = ["x"]
      }
    ])
    let undone = try #require(try await vault.undo().cards[gym.id] ?? nil)
    #expect(undone.note.isEmpty && undone.tags.isEmpty)
  }

  @Test func `the same command of another device is another command`() async throws {
    let devices = try Devices()
    try await devices.twoInStep()
    let (first, second) = (try devices.open("a"), try devices.open("b"))
    await first.beginCommand()
    try await first.save([zoo])
    await second.beginCommand()
    try await second.save([.sample("Pool", id: 3)])
    try await devices.sync("a")
    try await devices.sync("b")
    #expect(try await devices.open("b").undo().cards.count == 1)
    try await devices.sync("b")
    try await devices.sync("a")
    #expect(try await devices.names("a") == ["Gym", "Zoo"])
  }

  @Test func `a save carries its device's name, and readers tolerate any`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.nameDevice("  kitchen laptop ")
    #expect(await vault.thisDeviceName == "kitchen laptop")
    try await vault.save([gym])
    let again = try Vault.open(at: folder.locations())
    #expect(await again.changes(of: gym.id).map(\.deviceName) == ["kitchen laptop"])
    #expect(await again.devices.map(\.name) == ["kitchen laptop"])
    #expect(await again.devices.map(\.isOwn) == [true])
    #expect(DeviceName.read([0xFF, 0xFE]) == "")
    #expect(DeviceName.read(Array(String(repeating: "x", count: 200).utf8)[...]).count == 64)
    #expect(CommandID([1, 2, 3]) == nil)
    let bytes = (0..<16).map { UInt8($0) }
    #expect(CommandID(bytes[...])?.bytes == bytes)
  }

  @Test func `counts add up and are cleared, and targets are remembered`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.add([LocalCount("read.started", milliseconds: 20), LocalCount("card.typed")])
    try await vault.add([LocalCount("read.started", count: 2, milliseconds: 5)])
    let again = try Vault.open(at: folder.locations())
    #expect(
      await again.localCounts == [
        LocalCount("card.typed"), LocalCount("read.started", count: 3, milliseconds: 25),
      ])
    #expect(await again.knownTargets.isEmpty)
    let target = { (name: String, place: String, minute: Int64) in
      KnownTarget(name: name, target: place, synced: Timestamp(milliseconds: minute * 60_000))
    }
    let (stick, home) = (target("stick", "/media/stick", 1), target("home", "rclone:drive:c", 2))
    for each in [stick, home] { try await again.note(each) }
    try await again.save([gym])
    #expect(try Vault.knownTargets(at: folder.locations()) == [stick, home])
    // A name and a place are each known once.
    let moved = target("stick", "/media/usb", 3)
    try await again.note(moved)
    #expect(await again.knownTargets == [moved, home])
    let renamed = target("usb", "/media/usb", 4)
    try await again.note(renamed)
    #expect(await again.knownTargets == [renamed, home])
    try await again.note(target("usb", "rclone:drive:c", 5))
    #expect(await again.knownTargets == [target("usb", "rclone:drive:c", 5)])
    try await again.forget(target: "usb")
    #expect(try Vault.knownTargets(at: folder.locations()).isEmpty)
    for minute in 1...60 {
      try await again.note(target("t\(minute)", "/t\(minute)", Int64(minute)))
    }
    #expect(await again.knownTargets.map(\.name) == (11...60).map { "t\($0)" })
    try await again.clearLocalCounts()
    #expect(try await Vault.open(at: folder.locations()).localCounts.isEmpty)
  }

  @Test func `undoing a spend gives back its amount, whatever others spent since`() async throws {
    let devices = try Devices()
    try await Vault.create(at: devices.locations("a")).save([
      gym.with { $0.balance = Balance(thousandths: 50_000, currency: "EUR") }
    ])
    try await devices.sync("a")
    try await devices.sync("b")
    let (first, second) = (try devices.open("a"), try devices.open("b"))
    try await first.spend(10_000, from: gym.id)
    try await second.spend(5_000, from: gym.id)
    for device in ["a", "b", "a"] { try await devices.sync(device) }
    let again = try devices.open("a")
    #expect(await again.card(gym.id)?.balance?.thousandths == 35_000)
    #expect(try await again.undo().cards[gym.id]??.balance?.thousandths == 45_000)
    // The other device undoes its own at the same time, and neither is lost.
    #expect(try await devices.open("b").undo().cards[gym.id]??.balance?.thousandths == 40_000)
    for device in ["a", "b", "a"] { try await devices.sync(device) }
    let card = try #require(try await devices.open("a").card(gym.id))
    #expect(card.balance?.thousandths == 50_000)
    #expect(try await devices.open("a").conflicts.isEmpty)
  }
}
