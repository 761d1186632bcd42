import Cards
import CommandLineSupport
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Devices with a folder each, and transports that copy files between them: late, twice, renamed, lost and found
/// again.
@Suite struct CarriedFilesTests {
  /// The names that transports give to files that they consider conflicts.
  static let styles: [@Sendable (_ stem: String, _ ending: String) -> String] = [
    { "\($0).sync-conflict-20260101-120000-ABCDEFG.\($1)" },  // Syncthing
    { "\($0) (conflicted copy 2026-01-01 120000).\($1)" },  // Nextcloud
    { "\($0) (Ann's conflicted copy 2026-01-01).\($1)" },  // Dropbox
    { "\($0)-LAPTOP.\($1)" },  // OneDrive
    { "\($0).\($1).conflict1" },  // rclone
    { "\($0) (1).\($1)" },  // browsers
  ]

  @Test(arguments: 0..<(LongRun.isOn ? 60 : 4 as UInt64))
  func `no matter what transports do, all devices end up the same with every save`(seed: UInt64)
    async throws
  {
    let world = try CarriedWorld(seed: seed)
    // With more names, each step makes more files and takes more time.
    try await world.run(steps: LongRun.isOn ? 120 : 60)
    try await world.check()
  }

  @Test func `a file under each of the six names counts, once`() async throws {
    let folder = try VaultFolder()
    let vault = try Vault.create(at: folder.locations())
    for number in 0..<7 { try await vault.save([.sample("Card \(number)")]) }
    let names = try folder.segmentNames()
    for (style, name) in zip(Self.styles, names) {
      let bytes = try folder.read("vault/segments/\(name)")
      let stem = String(name.dropLast(".segment".count))
      try folder.write(bytes, to: "vault/segments/\(style(stem, "segment"))")
    }
    // Some exist twice, some only under the other name, and one was never renamed.
    for name in names.prefix(3) {
      try FileManager.default.removeItem(atPath: folder.segments.appending(name).string)
    }
    let opened = try Vault.open(at: folder.locations("second"))
    #expect(await opened.cards == vault.cards)
    #expect(await opened.history.segments.count == 7)
    #expect(await opened.health.isGood)
  }
}

/// Two to five devices with a folder each.
private final class CarriedWorld {
  private let folder: VaultFolder
  private let count: Int
  private var random: SeededNumbers
  private let gift = Card.sample("Gift", number: "4006381333931", id: 200)
  private var giftLeft: Int64 = 900_000
  private var saved: Set<ContentHash> = []

  init(seed: UInt64) throws {
    folder = try VaultFolder()
    random = SeededNumbers(seed: seed)
    count = .random(in: 2...5, using: &random)
  }

  private func vaultFolder(_ device: Int) -> FilePath {
    folder.path.appending("device-\(device)").appending("vault")
  }

  private func open(_ device: Int) throws -> Vault {
    // Clocks are off by up to ten years, and stay that way.
    let skew = Int64(device - 2) * 5 * 365 * 86_400_000
    return try Vault.open(
      at: locations(device),
      now: { Timestamp(milliseconds: Vault.wallClock().milliseconds + skew) })
  }

  private func locations(_ device: Int) -> VaultLocations {
    VaultLocations(
      vault: vaultFolder(device), keyDirectory: folder.path.appending("keys"),
      stateDirectory: folder.path.appending("state-\(device)"))
  }

  func run(steps: Int) async throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: vaultFolder(0).string, withIntermediateDirectories: true)
    let first = try Vault.create(at: locations(0))
    let amount = Balance(thousandths: giftLeft, currency: "EUR")
    try await first.save([gift.with { $0.balance = amount }])
    await note(first)
    for device in 1..<count {
      try files.createDirectory(
        atPath: vaultFolder(device).removingLastComponent().string,
        withIntermediateDirectories: true)
      try files.copyItem(atPath: vaultFolder(0).string, toPath: vaultFolder(device).string)
    }
    for _ in 0..<steps {
      let device = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3: try carry(to: device, part: 3)
      case 3: try lose(device)
      case 4: try await pack(device)
      default: try await change(device)
      }
    }
    for device in 0..<count {
      // Some under their own names, the rest renamed.
      for _ in 0..<2 { try carry(to: device, part: 1) }
    }
  }

  private func note(_ vault: Vault) async {
    saved.formUnion(await vault.history.segments.map(\.identity))
  }

  private func change(_ device: Int) async throws {
    let vault = try open(device)
    let cards = await vault.cards.filter { $0.id != gift.id }
    let card =
      cards.randomElement(using: &random)
      ?? .sample("Card", id: .random(in: 1...6, using: &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      try await vault.save([.sample("New", id: .random(in: 1...6, using: &random))])
    case 1, 2:
      let name = "Name \(Int.random(in: 0..<100, using: &random))"
      try await vault.save([card.with { $0.name = name }])
    case 3:
      let tag = "tag \(Int.random(in: 0..<5, using: &random))"
      try await vault.save([
        card.with {
          $0.tags =
            $0.tags.contains(tag) ? $0.tags.filter { $0 != tag } : ($0.tags + [tag]).sorted()
        }
      ])
    case 4: try await vault.remove([card.id])
    case 5:
      if let other = cards.randomElement(using: &random), other.id != card.id {
        _ = try await vault.join(other.id, into: card.joined(with: other))
      }
    case 6:
      // Only of other cards: the gift card's sum must be known.
      _ = try await vault.undo(card.id)
    default:
      let spent = Int64.random(in: 1...900, using: &random)
      giftLeft -= spent
      let change = FieldChange(
        field: 10, mergeClass: .counter, operation: .add,
        value: UInt64(bitPattern: -spent).bigEndianBytes)
      try await vault.write(
        [CardEdit(card: gift.id, kind: .edit, changes: [change])], at: vault.now())
    }
    await note(vault)
  }

  private func pack(_ device: Int) async throws {
    let vault = try open(device)
    let covered = try await vault.packLoose()
    for file in covered where Bool.random(using: &random) {
      try FileManager.default.removeItem(atPath: vaultFolder(device).appending(file).string)
    }
  }

  /// Some files disappear from one folder until a transport brings them back, but never the last copy of one.
  private func lose(_ device: Int) throws {
    let others = (0..<count).filter { $0 != device }
    for other in others { try copy(from: device, to: other, part: 1, renaming: false) }
    for file in contents(device) where Int.random(in: 0..<4, using: &random) == 0 {
      try FileManager.default.removeItem(atPath: vaultFolder(device).appending(file).string)
    }
  }

  private func carry(to device: Int, part: Int) throws {
    for other in (0..<count).shuffled(using: &random) where other != device {
      try copy(from: other, to: device, part: part, renaming: Bool.random(using: &random))
    }
  }

  /// Copies one file in `part`.
  private func copy(from source: Int, to target: Int, part: Int, renaming: Bool) throws {
    for file in contents(source).shuffled(using: &random)
    where Int.random(in: 0..<part, using: &random) == 0 {
      let bytes = try Data(contentsOf: URL(filePath: vaultFolder(source).appending(file).string))
      var path = vaultFolder(target).appending(file)
      let name = path.lastComponent?.string ?? ""
      // Names altered again and again would grow endlessly.
      if renaming, name.utf8.count < 140, let dot = name.lastIndex(of: ".") {
        let style = CarriedFilesTests.styles.randomElement(using: &random)
        path.removeLastComponent()
        path.append(
          style?(String(name[..<dot]), String(name[name.index(after: dot)...])) ?? name)
      }
      let folder = path.removingLastComponent()
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      try bytes.write(to: URL(filePath: path.string))
      // Leftovers of stopped transports.
      let torn = [".syncthing.\(name).tmp", "~syncthing~\(name).tmp", "\(name).partial"]
      let leftover = folder.appending(torn.randomElement(using: &random) ?? torn[0])
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: leftover.string))
    }
  }

  /// The files of segments and packs, by their paths in the vault.
  private func contents(_ device: Int) -> [String] {
    ["segments", "packs"].flatMap { kind in
      let path = vaultFolder(device).appending(kind).string
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        .filter { !$0.hasPrefix(".") && !$0.hasPrefix("~") && !$0.hasSuffix(".partial") }
        .map { "\(kind)/\($0)" }
    }
  }

  func check() async throws {
    let wanted = try open(0)
    let cards = await wanted.cards
    for device in 0..<count {
      let vault = try open(device)
      #expect(Set(await vault.history.segments.map(\.identity)) == saved)
      #expect(await vault.cards == cards)
      #expect(await vault.removedCards == wanted.removedCards)
      #expect(await vault.conflicts.map(\.field) == wanted.conflicts.map(\.field))
      #expect(await vault.formerIDs == wanted.formerIDs)
      #expect(await vault.card(gift.id)?.balance?.thousandths == giftLeft)
      #expect(await vault.health.damaged.isEmpty)
      #expect(await vault.health.missing.isEmpty)
    }
    #expect(saved.count > (LongRun.isOn ? 20 : 5))
  }
}

extension Vault {
  /// Packs all loose segments, however few.
  ///
  /// - Returns: Their files.
  fileprivate func packLoose() throws -> [String] {
    let folder = try Self.openFolder(locations.vault)
    var files: [String] = []
    var hashes: Set<ContentHash> = []
    var entries: [ContentHash: Pack.Entry] = [:]
    for loose in contents.loose {
      guard let opened = OpenedFile(loose.file, in: folder, keys.current),
        let entry = opened.entries?.first
      else { continue }
      entries[entry.identity] = entry
      hashes.insert(opened.hash)
      files.append(loose.file.path)
    }
    guard !entries.isEmpty else { return [] }
    try writePack(
      of: entries.values.sorted { $0.identity < $1.identity }, replacing: hashes.sorted(),
      by: memory.state.device, in: folder)
    return files
  }
}
