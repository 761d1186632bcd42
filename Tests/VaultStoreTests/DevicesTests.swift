import Cards
import Foundation
import Glibc
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct DevicesTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `separate edits of two devices merge`() async throws {
    let card = Card.sample("Gym", id: 1).with { $0.tags = ["sport"] }
    let first = try Vault.create(at: folder.locations())
    try await first.save([card])
    let second = try Vault.open(at: folder.locations("second"))
    try await first.save([
      card.with {
        $0.note = "upstairs"; $0.tags = ["sport", "town"]
      }
    ])
    try await second.save([
      card.with {
        $0.name = "Fitness"; $0.tags = ["health"]
      }
    ])
    for device in ["first", "second", "third"] {
      let vault = try Vault.open(at: folder.locations(device))
      let merged = try #require(await vault.cards.first)
      #expect(merged.name == "Fitness" && merged.note == "upstairs")
      #expect(merged.tags == ["health", "town"])
      #expect(await vault.conflictCount(of: card.id) == 0)
    }
  }

  @Test func `the same field changed twice is a conflict until someone decides`() async throws {
    let card = Card.sample("Gym", id: 1)
    let first = try Vault.create(at: folder.locations())
    try await first.save([card])
    let second = try Vault.open(at: folder.locations("second"))
    try await first.save([card.with { $0.name = "Left" }])
    try await second.save([card.with { $0.name = "Right" }])
    let merged = try Vault.open(at: folder.locations())
    #expect(await merged.conflictCount(of: card.id) == 1)
    try await merged.save([card.with { $0.name = "Both" }])
    let decided = try Vault.open(at: folder.locations("second"))
    #expect(await decided.conflictCount(of: card.id) == 0)
    #expect(await decided.cards.map(\.name) == ["Both"])
  }

  @Test func `an edit beats a removal that did not know of it`() async throws {
    let card = Card.sample("Gym", id: 1)
    let first = try Vault.create(at: folder.locations())
    try await first.save([card])
    let second = try Vault.open(at: folder.locations("second"))
    try await first.remove([card.id])
    #expect(try await Vault.open(at: folder.locations()).cards.isEmpty)
    try await second.save([card.with { $0.note = "still here" }])
    #expect(try await Vault.open(at: folder.locations()).cards.map(\.note) == ["still here"])
  }

  @Test func `the same code imported on two devices is one card`() async throws {
    _ = try Vault.create(at: folder.locations())
    for device in ["first", "second"] {
      let code = Barcode(symbology: .ean13, bytes: Array("5901234123457".utf8), text: device)
      let vault = try Vault.open(at: folder.locations(device))
      let card = Card(id: await vault.id(for: code), name: "Gym", codes: [code])
      try await vault.save([card])
    }
    let cards = try await Vault.open(at: folder.locations()).cards
    #expect(cards.count == 1)
    #expect(cards.first?.codes.count == 1)
  }

  @Test func `two programs of one device do not overwrite each other`() async throws {
    let card = Card.sample("Gym", id: 1)
    let one = try Vault.create(at: folder.locations())
    try await one.save([card])
    let two = try Vault.open(at: folder.locations())
    try await one.save([card.with { $0.name = "Left" }])
    try await two.save([
      card.with {
        $0.name = "Right"; $0.note = "n"
      }
    ])
    let merged = try Vault.open(at: folder.locations())
    #expect(await merged.conflictCount(of: card.id) == 1)
    #expect(await merged.cards.first?.note == "n")
    #expect(await merged.history.seen.count == 1)
  }

  @Test func `many programs at once lose nothing`() async throws {
    _ = try Vault.create(at: folder.locations())
    let locations = (0..<4).map { folder.locations($0 < 2 ? "first" : "second") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, location) in locations.enumerated() {
        group.addTask {
          for number in 0..<25 {
            let vault = try Vault.open(at: location)
            try await vault.save([.sample("Card \(index)-\(number)")])
          }
        }
      }
      try await group.waitForAll()
    }
    let vault = try Vault.open(at: folder.locations())
    #expect(await vault.cards.count == 100)
    #expect(await vault.health.damaged.isEmpty)
    #expect(await vault.history.seen.count == 2)
    #expect(try folder.segmentNames().count == 100)
  }

  @Test func `a lost state makes a new device and loses nothing`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym")])
    try FileManager.default.removeItem(atPath: folder.locations().stateDirectory.string)
    try await Vault.open(at: folder.locations()).save([.sample("Zoo")])
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.count == 2)
    #expect(Set(await opened.history.seen.map(\.device)).count == 2)
  }

  @Test func `a restored state never repeats a number`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym")])
    let state = try #require(
      folder.files().first { $0.key.hasPrefix("state") && $0.key.hasSuffix("/device") })
    try await vault.save([.sample("Zoo")])
    try folder.write(state.value, to: state.key)
    try await Vault.open(at: folder.locations()).save([.sample("Pool")])
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.count == 3)
    #expect(Set(await opened.history.seen.map(\.device)).count == 2)
    try folder.write([1, 2, 3], to: state.key)
    try await opened.save([.sample("Park")])
    #expect(try await Vault.open(at: folder.locations()).cards.count == 4)
  }

  @Test func `leftovers of a stopped save are removed or counted`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym")])
    let path = try #require(
      folder.files().keys.first { $0.hasPrefix("state") && $0.hasSuffix("/device") })
    let hash = ContentHash(of: [1, 2, 3].span)
    let name = StoredKind.segment.name(hash)
    let state = FilePath(path).removingLastComponent()
    try await vault.reserve(2, hash)
    let ending = "0123456789abcdef.tmp"
    let stale = ["vault/segments/.\(name).\(ending)", "\(state)/.device.\(ending)"]
    let others = [
      "vault/segments/.\(ContentHash(of: [4].span)).segment.\(ending)",
      "vault/segments/.\(name).notes.tmp", "vault/segments/\(name).\(ending)",
    ]
    for file in stale + others { try folder.write([1], to: file) }
    try await Vault.open(at: folder.locations()).save([.sample("Zoo")])
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.count == 2)
    let numbers = await opened.history.revisions.values.flatMap { $0.map(\.dot.sequence) }
    #expect(numbers.sorted() == [1, 3])
    #expect(await opened.history.seen.map { [$0.first, $0.last] } == [[1, 3]])
    let files = try folder.files().keys
    #expect(stale.allSatisfy { !files.contains($0) })
    #expect(others.allSatisfy(files.contains))
  }

  @Test func `a cloned device is distinguished, and both continue`() async throws {
    let card = Card.sample("Gym", id: 1)
    try await Vault.create(at: folder.locations()).save([card])
    let before = try folder.files()
    try await Vault.open(at: folder.locations()).save([card.with { $0.note = "left" }])
    let left = try folder.files()
    // The home folder was copied: the same state is used elsewhere.
    try folder.become(before)
    try await Vault.open(at: folder.locations()).save([card.with { $0.printedNumber = "right" }])
    try folder.become(
      try folder.files().merging(left.filter { $0.key.hasPrefix("vault/") }) { own, _ in own })
    let both = try Vault.open(at: folder.locations())
    let merged = try #require(await both.cards.first)
    #expect(merged.note == "left" && merged.printedNumber == "right")
    #expect(await both.health.isGood)
    try await both.save([
      card.with {
        $0.name = "Both"; $0.note = "left"; $0.printedNumber = "right"
      }
    ])
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.map(\.name) == ["Both"])
    #expect(await opened.conflictCount(of: card.id) == 0)
    #expect(Set(await opened.history.segments.map(\.device)).count == 2)
    #expect(await opened.health.isGood)
  }

  @Test func `every earlier state of the folder is noticed, a half-delivered one is quiet`()
    async throws
  {
    _ = try Vault.create(at: folder.locations())
    var states: [[String: [UInt8]]] = []
    for number in 0..<21 {
      states.append(try folder.files().filter { $0.key.hasPrefix("vault/") })
      let vault = try Vault.open(at: folder.locations(number % 3 == 0 ? "second" : "first"))
      await vault.remember()
      try await vault.save([.sample("Card \(number)")])
    }
    await (try Vault.open(at: folder.locations())).remember()
    let rest = try folder.files().filter { !$0.key.hasPrefix("vault/") }
    for (number, state) in states.enumerated() {
      try folder.become(state.merging(rest) { $1 })
      let opened = try Vault.open(at: folder.locations())
      #expect(await !opened.health.missing.isEmpty, "state \(number)")
      #expect(try await opened.verify().isRolledBack, "state \(number)")
    }
    // A third device that never had them gets the newest file first.
    let all = try #require(states.last)
    let newest = try #require(states[20].keys.first { states[19][$0] == nil })
    let some = all.filter { $0.key.hasSuffix(".vault") || $0.key == newest }
    try folder.become(some.merging(rest) { $1 })
    let third = try Vault.open(at: folder.locations("third"))
    #expect(await third.health.isGood)
    let found = try await third.verify()
    #expect(found.missing.isEmpty && !found.isRolledBack && !found.pending.isEmpty)
  }

  @Test func `a lock that stays held is in use`() async throws {
    let vault = try Vault.create(at: folder.locations(), timeout: .milliseconds(20))
    try await vault.save([.sample("Gym")])
    let lock = try #require(folder.files().keys.first { $0.hasSuffix("/lock") })
    let file = unsafe open(folder.path.appending(lock).string, O_RDWR | O_CLOEXEC)
    #expect(flock(file, LOCK_EX) == 0)
    #expect(
      await failure { () async throws(VaultError) in try await vault.save([.sample("Zoo")]) }
        == .inUse(folder.locations().vault))
    #expect(try await Vault.open(at: folder.locations()).cards.count == 1)
    // Not only closed: a program that another test is just starting may hold a copy.
    #expect(flock(file, LOCK_UN) == 0)
    close(file)
    try await vault.save([.sample("Zoo")])
  }

  @Test func `fields that only a newer program knows survive a change`() async throws {
    let card = Card.sample("Gym", id: 1)
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([card])
    let unknown = [
      FieldChange(field: 99, mergeClass: .register, operation: .set, value: [1, 2]),
      FieldChange(field: 2, mergeClass: .set, operation: .add, value: [8, 200, 1]),
      FieldChange(field: 14, mergeClass: .register, operation: .set, value: [77]),
    ]
    try await vault.writeForeign(unknown, to: card.id, in: folder)
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.first?.codes == card.codes)
    try await opened.save([try #require(await opened.cards.first).with { $0.name = "New" }])
    let fields = try await Vault.open(at: folder.locations()).fields(of: card.id) as MergedFields?
    #expect(fields?.value(of: 99, .register) == [1, 2])
    #expect(fields?.value(of: 14, .register) == [77])
    #expect(fields?.elements(of: 2).contains([8, 200, 1]) == true)
    #expect(fields?.value(of: 1, .register) == Array("New".utf8))
  }
}

extension Vault {
  /// Does what a save does before writing its file, then stops.
  fileprivate func reserve(_ sequence: UInt64, _ hash: ContentHash) throws {
    var device = try DeviceState(at: locations, keys: keys, timeout: .seconds(1))
    try device.reserve(
      sequence, .ofNothing, in: hash, cards: TouchedCards([]), using: &generator)
  }

  /// Writes a change as another device would that knows everything here.
  fileprivate func writeForeign(
    _ changes: [FieldChange], to card: CardID, in folder: VaultFolder
  ) throws {
    let payload = Segment.payload(
      device: 77, sequence: 1, previous: nil, seen: history.seen,
      clock: history.clock.next(at: now()), wall: now(),
      revisions: [SegmentRevision(card: card, kind: .edit, changes: changes)], undoes: nil)
    try folder.write(
      keys.current.seal(payload, as: .segment, using: &generator), to: "vault/segments/77.segment")
  }
}
