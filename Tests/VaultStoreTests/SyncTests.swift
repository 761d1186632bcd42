import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct SyncTests {
  private let devices: Devices

  init() throws {
    devices = try Devices()
  }

  @Test(arguments: [
    ("/media/stick", SyncTarget.folder("/media/stick")), ("rclone:box:cards", .rclone("box:cards")),
    ("git:https://example.org/a.git", .git("https://example.org/a.git")),
    ("git://example.org/a.git", .git("git://example.org/a.git")),
    ("git:host:path.git", .git("host:path.git")), ("./rclone:x", .folder("./rclone:x")),
    ("./my:cards", .folder("./my:cards")),
  ])
  func `a target is parsed as typed`(text: String, target: SyncTarget) {
    #expect(SyncTarget(text) == target)
  }

  @Test(arguments: ["", "rclone:", "git:", "rclone:box"])
  func `a target without a name is invalid`(text: String) {
    #expect(SyncTarget(text) == nil)
  }

  @Test(arguments: [
    ("/media/stick/cards", "cards"), ("/media/stick/./cards/", "cards"), ("/", "root"),
    ("/tmp/remove", "remove-2"), ("rclone:drive:cards", "drive"),
    ("rclone::webdav,pass=x:y", "target"),
    ("rclone:box,pass=x:y", "box"), ("git:ssh://git@example.org/cards.git", "cards"),
    ("git:https://ann:x@example.org/vault?token=y", "vault"),
    ("git:ann:x@example.org", "example.org"),
  ])
  func `a target gets a name without a password, and can be typed again`(
    typed: String, name: String
  ) throws {
    let target = try #require(SyncTarget(typed))
    #expect(TargetName.derived(from: target, besides: []) == name)
    #expect(TargetName.derived(from: target, besides: [name]) != name)
    let again = try #require(SyncTarget(target.text))
    #expect(again.text == target.text)
  }

  @Test(arguments: ["", "add", "remove", "a/b", "rclone:x", "-x", ".", "..", "a\u{1B}", "a\nb"])
  func `what looks like a path or a word of the command is no name`(text: String) {
    #expect(!TargetName.isName(text))
  }

  @Test func `three devices that edit separately end up the same`() async throws {
    try await devices.twoInStep()
    try await devices.sync("c")
    let gym = try #require(try await devices.open("a").cards.first)
    try await devices.open("a").save([gym.with { $0.note = "upstairs" }, .sample("Baker", id: 2)])
    try await devices.open("b").save([gym.with { $0.tags = ["sport"] }, .sample("Cinema", id: 3)])
    try await devices.open("c").remove([gym.id])
    for device in ["a", "b", "c", "a", "b"] { try await devices.sync(device) }
    for device in ["a", "b", "c"] {
      let vault = try devices.open(device)
      #expect(await vault.cards.map(\.name) == ["Baker", "Cinema", "Gym"])
      // The edits did not know of the removal.
      #expect(await vault.card(gym.id)?.note == "upstairs")
      #expect(await vault.card(gym.id)?.tags == ["sport"])
      #expect(await vault.health.isGood)
    }
  }

  @Test func `nothing moves when nothing changed`() async throws {
    try await devices.twoInStep()
    let before = try devices.there()
    for device in ["a", "b"] {
      let outcome = try await devices.sync(device)
      #expect(outcome.sentCount + outcome.receivedCount + outcome.removedCount == 0)
      // That needed no reading of the cards.
      #expect(outcome.cardCount == nil && outcome.isComplete)
    }
    #expect(try devices.there() == before)
  }

  @Test func `new changes are counted`() async throws {
    try await devices.twoInStep()
    let gym = try #require(try await devices.open("a").cards.first)
    try await devices.open("a").save([gym.with { $0.name = "Fitness" }, .sample("Baker", id: 2)])
    try await devices.open("b").save([gym.with { $0.name = "Sports" }])
    #expect(try await devices.sync("a").sentCount == 1)
    let outcome = try await devices.sync("b")
    #expect(outcome.merge.addedCount == 1 && outcome.merge.conflictCount == 1)
    #expect(outcome.receivedCount == 1 && outcome.sentCount == 1)
    #expect(try await devices.sync("a").merge.conflictCount == 1)
    #expect(try await devices.open("a").conflictCount(of: gym.id) == 1)
  }

  @Test func `a dry run reports what would move, and moves nothing`() async throws {
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    #expect(try await devices.sync("a", isDryRun: true).sentCount == 2)
    #expect(try devices.there().isEmpty)
    try await devices.sync("a")
    #expect(try await devices.sync("b", isDryRun: true).receivedCount == 2)
    #expect(!Vault.exists(at: devices.locations("b").vault))
  }

  @Test func `an inward sync leaves the target as it is`() async throws {
    try await devices.twoInStep()
    try await devices.open("a").save([.sample("Baker", id: 2)])
    try await devices.sync("a")
    try await devices.open("b").save([.sample("Cinema", id: 3)])
    let before = try devices.there()
    #expect(try await devices.sync("b", direction: .inwards).merge.addedCount == 1)
    #expect(try devices.there() == before)
    #expect(try await devices.names("b") == ["Baker", "Cinema", "Gym"])
  }

  /// How other programs change a file's name.
  static let styles = [
    "HASH.sync-conflict-20260101-120000-ABCDEFG.segment",
    "HASH (conflicted copy 2026-01-01 120000).segment",
    "HASH (Ann's conflicted copy 2026-01-01).segment", "HASH-LAPTOP.segment",
    "HASH.segment.conflict1", "HASH (1).segment", "HASH (1).SEGMENT",
  ]

  @Test(arguments: styles)
  func `a file that another program renamed is used, and gets its name back`(
    style: String
  ) async throws {
    try await devices.twoInStep()
    try await devices.open("a").save([.sample("Baker", id: 2)])
    let before = try devices.there("segments")
    try await devices.sync("a")
    let name = try #require(try devices.there("segments").first { !before.contains($0) })
    let other = style.replacing("HASH", with: name.dropLast(".segment".count))
    try devices.move("segments/\(name)", to: "segments/\(other)")
    let outcome = try await devices.sync("b")
    #expect(outcome.merge.addedCount == 1 && outcome.isComplete)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
    #expect(try devices.there("segments").contains(name))
    #expect(try !devices.there("segments").contains(other))
    #expect(try await devices.sync("a").receivedCount == 0)
  }

  /// Puts names at the target into capitals.
  private func capitalise(_ inner: String, alsoFolder: Bool = false) throws {
    for name in try devices.there(inner) {
      try devices.move("\(inner)/\(name)", to: "\(inner)/\(name.uppercased())")
    }
    if alsoFolder { try devices.move(inner, to: inner.uppercased()) }
  }

  @Test(arguments: [false, true])
  func `files in capitals at the target are used, and not sent under another name`(
    alsoFolders: Bool
  ) async throws {
    try await devices.twoInStep()
    let first = try devices.open("a")
    let photo = try await first.store(
      PhotoFile(KeptPicture(bytes: [0xFF, 0xD8, 1, 2, 0xFF, 0xD9])), showing: .front)
    try await first.save([.sample("Baker", id: 2).with { $0.photos = [photo] }])
    try await devices.sync("a")
    for inner in ["segments", "photos"] { try capitalise(inner, alsoFolder: alsoFolders) }
    for name in try devices.there("").filter({ $0.hasSuffix(".vault") }) {
      try devices.move(name, to: name.uppercased())
    }
    let before = try devices.there()
    #expect(try await devices.sync("b", isDryRun: true).sentCount == 0)
    let outcome = try await devices.sync("b")
    #expect(outcome.merge.addedCount == 1 && outcome.receivedCount == 2 && outcome.isComplete)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
    #expect(try await devices.sync("c").isJoined)
    #expect(try await devices.names("c") == ["Baker", "Gym"])
    for device in ["a", "b", "c"] {
      let again = try await devices.sync(device)
      #expect(again.receivedCount == 0 && again.sentCount == 0 && again.removedCount == 0)
      #expect(again.isComplete)
    }
    #expect(try devices.there() == before)
  }

  @Test
  func `packed segments in capitals are removed from the target, and packs in capitals count`()
    async throws
  {
    try await devices.twoInStep()
    try capitalise("segments")
    let vault = try devices.open("a")
    for number in 2...20 { try await vault.save([.sample("Card \(number)", id: UInt8(number))]) }
    try await devices.sync("a")
    try capitalise("packs", alsoFolder: true)
    #expect(try await devices.sync("b").isComplete)
    try await devices.sync("a")
    #expect(try await devices.names("b").count == 20)
    #expect(try devices.there("segments").isEmpty && devices.there("packs").isEmpty)
    #expect(try await devices.sync("b").sentCount == 0)
  }

  @Test func `a damaged file in capitals is reported, and one under its own name counts instead`()
    async throws
  {
    try await devices.twoInStep()
    try await devices.open("a").save([.sample("Baker", id: 2)])
    try await devices.sync("a")
    try capitalise("segments")
    for name in try devices.there("segments") {
      let path = devices.target.appending("segments/\(name)").string
      try Data(contentsOf: URL(filePath: path)).prefix(500).write(to: URL(filePath: path))
    }
    #expect(try await !devices.sync("b").isComplete)
    #expect(try await devices.names("b") == ["Gym"])
    _ = try await devices.sync("a")
    #expect(try await devices.sync("a").isComplete)
    #expect(try await devices.sync("b").isComplete)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
  }

  @Test func `a thousand spellings of one name are one file`() async throws {
    try await devices.twoInStep()
    try await devices.open("a").save([.sample("Baker", id: 2)])
    try await devices.sync("a")
    let names = try devices.there("segments")
    for name in names {
      for number in 1..<500 {
        var other = name
        for (bit, index) in other.indices.filter({ other[$0].isLetter }).prefix(9).enumerated()
        where number >> bit & 1 == 1 {
          other.replaceSubrange(index...index, with: other[index].uppercased())
        }
        let path = devices.target.appending("segments/\(other)").string
        try Data(repeating: 0, count: 5_000).write(to: URL(filePath: path))
      }
    }
    let outcome = try await devices.sync("b")
    #expect(outcome.receivedCount == 1 && outcome.refusedCount == 0 && outcome.isComplete)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
  }

  @Test func `folders in capitals in the vault's own folder count, and get their names back`()
    async throws
  {
    try await devices.twoInStep()
    let own = devices.locations("b").vault
    try FileManager.default.moveItem(
      atPath: own.appending("segments").string, toPath: own.appending("SEGMENTS").string)
    #expect(try await devices.names("b") == ["Gym"])
    #expect(try await devices.open("b").verify().misnamed.count == 1)
    try await devices.open("b").save([.sample("Baker", id: 2)])
    #expect(try await devices.open("b").verify().misnamed.isEmpty)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
  }

  @Test(arguments: styles)
  func `a renamed file in the vault's own folder gets its name back`(style: String) async throws {
    try await devices.twoInStep()
    let inner = devices.locations("b").vault.appending("segments").string
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: inner).first)
    let other = style.replacing("HASH", with: name.dropLast(".segment".count))
    try FileManager.default.moveItem(atPath: "\(inner)/\(name)", toPath: "\(inner)/\(other)")
    #expect(try await devices.names("b") == ["Gym"])
    #expect(try await devices.sync("b").isComplete)
    #expect(try FileManager.default.contentsOfDirectory(atPath: inner) == [name])
  }

  @Test(arguments: styles)
  func `the next save gives a renamed file its name back, and removes a copy`(
    style: String
  ) async throws {
    try await devices.twoInStep()
    let inner = devices.locations("b").vault.appending("segments").string
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: inner).first)
    let other = style.replacing("HASH", with: name.dropLast(".segment".count))
    try FileManager.default.copyItem(atPath: "\(inner)/\(name)", toPath: "\(inner)/\(other)")
    try await devices.open("b").save([.sample("Baker", id: 2)])
    let names = try FileManager.default.contentsOfDirectory(atPath: inner)
    #expect(names.contains(name) && !names.contains(other) && names.count == 2)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
    #expect(try await devices.open("b").health.isGood)
  }

  @Test func `an incomplete file at the target is named, and repaired by a device that has it`()
    async throws
  {
    try await devices.twoInStep()
    try await devices.open("a").save([.sample("Baker", id: 2)])
    let before = try devices.there("segments")
    try await devices.sync("a")
    let name = try #require(try devices.there("segments").first { !before.contains($0) })
    let path = devices.target.appending("segments/\(name)").string
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.prefix(500).write(to: URL(filePath: path))
    let outcome = try await devices.sync("b")
    #expect(outcome.damagedThere == ["segments/\(name)"] && !outcome.isComplete)
    #expect(try await devices.names("b") == ["Gym"])
    #expect(try await devices.sync("a").sentCount == 1)
    #expect(try Data(contentsOf: URL(filePath: path)) == whole)
    #expect(try await devices.sync("b").isComplete)
    #expect(try await devices.names("b") == ["Baker", "Gym"])
  }

  @Test func `a thorough sync repairs an altered file at the target from a device that has it`()
    async throws
  {
    try await devices.twoInStep()
    let name = try #require(try devices.there("segments").first)
    let path = devices.target.appending("segments/\(name)").string
    let whole = try Data(contentsOf: URL(filePath: path))
    var altered = whole
    altered[500] ^= 1
    try altered.write(to: URL(filePath: path))
    #expect(try await devices.sync("a").sentCount == 0)
    #expect(try await devices.sync("c").damagedThere == ["segments/\(name)"])
    let mended = try await Vault.sync(
      at: devices.locations("a"), with: .folder(devices.target), isThorough: true)
    #expect(mended.sentCount == 1)
    #expect(try Data(contentsOf: URL(filePath: path)) == whole)
    #expect(try await devices.sync("c").isComplete)
    #expect(try await devices.names("c") == ["Gym"])
  }

  @Test func `a damaged file here is repaired from the target`() async throws {
    try await devices.twoInStep()
    let inner = devices.locations("b").vault.appending("segments").string
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: inner).first)
    try Data([1, 2, 3]).write(to: URL(filePath: "\(inner)/\(name)"))
    #expect(try await devices.open("b").cards.isEmpty)
    #expect(try await devices.sync("b").receivedCount == 1)
    #expect(try await devices.names("b") == ["Gym"])
    #expect(try await devices.open("b").health.isGood)
  }

  @Test func `a file with an altered header is missing, named by a check, and fetched again`()
    async throws
  {
    try await devices.twoInStep()
    let inner = devices.locations("b").vault.appending("segments").string
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: inner).first)
    let whole = try Data(contentsOf: URL(filePath: "\(inner)/\(name)"))
    for offset in [0, 8, 20, 40, 70] {
      var altered = whole
      altered[offset] ^= 1
      try altered.write(to: URL(filePath: "\(inner)/\(name)"))
      let opened = try devices.open("b")
      let health = await opened.health
      #expect(health.damaged.isEmpty && health.missing.map(\.count) == [1])
      #expect(try await opened.verify().damaged.map(\.path) == ["segments/\(name)"])
      #expect(try await devices.sync("b").receivedCount == 1, "byte \(offset)")
      #expect(try Data(contentsOf: URL(filePath: "\(inner)/\(name)")) == whole)
    }
  }

  @Test func `a thorough sync repairs a damaged file here of the right length`() async throws {
    try await devices.twoInStep()
    let inner = devices.locations("b").vault.appending("segments").string
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: inner).first)
    let whole = try Data(contentsOf: URL(filePath: "\(inner)/\(name)"))
    var altered = whole
    altered[500] ^= 1
    try altered.write(to: URL(filePath: "\(inner)/\(name)"))
    let mended = try await Vault.sync(
      at: devices.locations("b"), with: .folder(devices.target), isThorough: true)
    #expect(mended.receivedCount == 1 && mended.isComplete)
    #expect(try Data(contentsOf: URL(filePath: "\(inner)/\(name)")) == whole)
  }

  @Test func `a copy at the target stays while the file of that name is damaged there`()
    async throws
  {
    try await devices.twoInStep()
    let name = try #require(try devices.there("segments").first)
    let path = devices.target.appending("segments/\(name)").string
    let whole = try Data(contentsOf: URL(filePath: path))
    let copy = "\(name.dropLast(".segment".count)) (1).segment"
    try whole.write(to: URL(filePath: devices.target.appending("segments/\(copy)").string))
    var altered = whole
    altered[500] ^= 1
    try altered.write(to: URL(filePath: path))
    try await devices.sync("a")
    #expect(try devices.there("segments").contains(copy))
    _ = try await Vault.sync(
      at: devices.locations("a"), with: .folder(devices.target), isThorough: true)
    #expect(try Data(contentsOf: URL(filePath: path)) == whole)
    #expect(try devices.there("segments") == [name])
  }

  @Test func `files that a pack covers are removed at the target, and do not come back`()
    async throws
  {
    try await devices.twoInStep()
    let gym = try #require(try await devices.open("a").cards.first)
    for round in 0..<5 {
      try await devices.open("b").save([gym.with { $0.note = "b\(round)" }])
      try await devices.sync("b")
      let vault = try devices.open("a")
      for number in 0..<5 { try await vault.save([gym.with { $0.note = "\(round) \(number)" }]) }
      try await vault.packForTests()
      try await devices.sync("a")
      let count = try devices.there("segments").count
      #expect(try await devices.sync("b").sentCount == 0)
      #expect(try devices.there("segments").count == count)
      #expect(try await devices.sync("a").removedCount == 0)
    }
    // From the last round, by the device that does not pack.
    #expect(try devices.there("segments").count == 1)
    #expect(try devices.there("packs").count == 5)
    #expect(try await devices.open("b").card(gym.id)?.note == "4 4")
  }

  @Test func `many small files travel as one`() async throws {
    try await devices.twoInStep()
    let gym = try #require(try await devices.open("a").cards.first)
    let vault = try devices.open("a")
    for number in 0..<40 { try await vault.save([gym.with { $0.note = "\(number)" }]) }
    #expect(try await devices.sync("a").sentCount <= 2)
    #expect(try await devices.sync("b").merge.changedCount == 1)
  }

  @Test func `a stopped first sync can be continued`() async throws {
    try await Vault.create(at: devices.locations("a")).save([.sample("Gym", id: 1)])
    try await devices.sync("a")
    let header = try #require(try devices.there("").first { $0.hasSuffix(".vault") })
    try FileManager.default.removeItem(atPath: devices.target.appending(header).string)
    let failure = await syncFailure { try await devices.sync("b") }
    #expect(failure == .noVault)
    #expect(try await devices.sync("a").sentCount == 1)
    #expect(try await devices.sync("b").isJoined)
  }

  @Test func `a vault that lost its own file gets it back`() async throws {
    try await devices.twoInStep()
    let path = devices.locations("b").vault
    for name in try FileManager.default.contentsOfDirectory(atPath: path.string)
    where name.hasSuffix(".vault") {
      try FileManager.default.removeItem(atPath: path.appending(name).string)
    }
    try await devices.sync("b")
    #expect(try await devices.names("b") == ["Gym"])
  }
}
