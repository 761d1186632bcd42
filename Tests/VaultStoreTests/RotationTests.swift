import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct RotationTests {
  private let folder: VaultFolder
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `a new key opens everything, but the old one opens no new file`() async throws {
    let (_, kept) = try await folder.removedAndKept()
    let vault = try Vault.open(at: locations)
    let old = try #require(vault.locations.keyFile)
    let oldKey = try Data(contentsOf: URL(filePath: old.string))
    let place = try await vault.rotate().keyFile
    let rotated = try Vault.open(at: locations)
    #expect(rotated.epoch == 1 && rotated.locations.keyFile == place)
    #expect(rotated.fingerprint != vault.fingerprint)
    #expect(await rotated.cards.map(\.note) == [kept.note])
    #expect(await rotated.health.isGood)
    try await rotated.save([.sample("After")])
    // With only the old key, earlier contents can be read, but not changed.
    try FileManager.default.removeItem(atPath: place.string)
    try oldKey.write(to: URL(filePath: old.string))
    var behind = locations
    behind.stateDirectory = folder.path.appending("state-behind")
    let opened = try Vault.open(at: behind)
    #expect(opened.epoch == 0)
    #expect(await opened.cards.map(\.name) == ["Gym"])
    let successors = await opened.health.successors
    #expect(successors.map(\.keyID) == [rotated.keyID])
    #expect(successors.map(\.fingerprint) == [rotated.fingerprint])
    #expect(successors.allSatisfy { $0.replacesCurrent && !$0.isOnThisMachine })
    #expect(try await opened.verify().needsKey.count == 3)
    let refusal = await failure { () async throws(VaultError) in
      try await opened.save([.sample("Late")])
    }
    #expect(refusal == .keyReplaced(try #require(successors.first)))
  }

  @Test func `finishing removes the old files, and keeps removed cards`() async throws {
    let (gone, kept) = try await folder.removedAndKept()
    let vault = try Vault.open(at: locations)
    let newKey = try await vault.rotate().keyFile
    let between = try Vault.open(at: locations)
    #expect(await between.removedCards.map(\.name) == ["Secret club"])
    _ = try await between.finishRotation()
    let finished = try Vault.open(at: locations)
    #expect(await finished.cards.map(\.note) == [kept.note])
    #expect(await finished.removedCards.map(\.codes) == [gone.codes])
    #expect(await finished.health.isGood)
    #expect(try await finished.verify().fileCount == 3)
    #expect(try folder.files().keys.filter { $0.hasPrefix("keys/") } == ["keys/\(finished.keyID)"])
    #expect(FileManager.default.fileExists(atPath: newKey.string))
    try await finished.save([try #require(await finished.removedCards.first)])
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym", "Secret club"])
  }

  @Test func `a card restored between changing the key and finishing is complete`() async throws {
    let (gone, _) = try await folder.removedAndKept()
    _ = try await Vault.open(at: locations).rotate()
    let between = try Vault.open(at: locations)
    let back = try #require(await between.removedCards.first)
    try await between.save([back])
    _ = try await Vault.open(at: locations).finishRotation()
    let finished = try Vault.open(at: locations)
    #expect(await finished.cards.first { $0.id == gone.id }?.codes == gone.codes)
    #expect(await finished.removedCards.isEmpty)
  }

  @Test func `a late file of a finished epoch is named, never read and never deleted`()
    async throws
  {
    _ = try await folder.removedAndKept()
    let second = try Vault.open(at: folder.locations("second"))
    try await second.save([.sample("Written elsewhere", id: 9)])
    let late = try #require(
      folder.segmentNames().max { left, right in
        (try? folder.date(left)) ?? .distantPast < (try? folder.date(right)) ?? .distantPast
      })
    let bytes = try await folder.finishKey(before: late)
    let opened = try Vault.open(at: locations)
    #expect(await opened.health.late == ["segments/\(late)"])
    #expect(await opened.cards.map(\.name) == ["Gym"])
    // A holder of the old key could have made it: no command accepts or deletes it unasked.
    #expect(try await opened.finishRotation().removed == 0)
    try await opened.save([.sample("More")])
    _ = try await Vault.open(at: locations).rotate()
    let after = try Vault.open(at: locations)
    #expect(await after.cards.map(\.name) == ["Gym", "More"])
    #expect(try folder.read("vault/segments/\(late)") == bytes)
    // A person decides.
    let plan = try await after.finishingPlan()
    #expect(
      plan.claimedSegments.map(\.cards) == [
        [try #require(CardID([UInt8](repeating: 9, count: 16)))]
      ])
    _ = try await after.finishRotation(takingIn: Set(plan.claimedSegments.map(\.id)))
    let taken = try Vault.open(at: locations)
    #expect(await taken.cards.map(\.name) == ["Gym", "More", "Written elsewhere"])
    #expect(await taken.health.isGood)
  }

  @Test func `files of an unfinished epoch stay, however old`() async throws {
    _ = try await folder.removedAndKept()
    _ = try await Vault.open(at: locations).rotate()
    let names = try folder.segmentNames()
    let later = Vault.wallClock().milliseconds + 40 * 86_400_000
    let vault = try Vault.open(at: locations, now: { Timestamp(milliseconds: later) })
    try await vault.save([.sample("Later")])
    #expect(Set(names).isSubset(of: try folder.segmentNames()))
  }

  @Test func `a vault set back to before its key change is reported, and not written to`()
    async throws
  {
    _ = try await folder.removedAndKept()
    let before = try folder.files().filter { $0.key.hasPrefix("vault/") }
    let vault = try Vault.open(at: locations)
    _ = try await vault.rotate()
    let rotated = try Vault.open(at: locations)
    try await rotated.save([.sample("New")])
    let kept = try folder.files().filter { !$0.key.hasPrefix("vault/") }
    try folder.become(before.merging(kept) { own, _ in own })
    for _ in 0..<2 {
      let opened = try Vault.open(at: locations)
      await opened.remember()
      #expect(await opened.health.isOlderThanRemembered)
      #expect(try await opened.verify().isRolledBack)
      let refusal = await failure { () async throws(VaultError) in
        try await opened.save([.sample("Zoo")])
      }
      #expect(refusal == .olderThanRemembered(locations.vault, hasKey: true))
      #expect(await opened.health.hasRememberedKey)
      #expect(throws: VaultError.olderThanRemembered(locations.vault, hasKey: true)) {
        try Vault.lastSync(at: locations)
      }
    }
  }

  @Test func `a stopped rotation starts again, with the passphrase given then`()
    async throws
  {
    let (_, kept) = try await folder.removedAndKept()
    let before = try folder.files()
    _ = try await Vault.open(at: locations).rotate(
      passphrase: try Passphrase("first try"), cost: .least)
    let after = try folder.files()
    let oldKey = try #require(before.keys.first { $0.hasPrefix("keys/") })
    let newKey = try #require(after.keys.first { $0.hasPrefix("keys/") && $0 != oldKey })
    // Everything except the vault file and the key's name: the change did not count yet.
    var stopped = after.filter {
      !$0.key.hasSuffix(".vault") && !$0.key.hasSuffix(".notice") && $0.key != newKey
    }
    for (name, bytes) in before where name.hasSuffix(".vault") || name.hasSuffix("/device") {
      stopped[name] = bytes
    }
    stopped["\(oldKey).next"] = after[newKey]
    try folder.become(stopped)
    let packs = after.keys.filter { $0.hasSuffix(".pack") }
    _ = try await Vault.open(at: locations).rotate(
      passphrase: try Passphrase("second try"), cost: .least)
    let opened = try Vault.open(at: locations, keyProvider: typing("second try"))
    #expect(opened.epoch == 1)
    #expect(await opened.cards.map(\.note) == [kept.note])
    #expect(await opened.health.isGood)
    // Files sealed in the first attempt are gone: nobody has its key.
    #expect(try folder.files().keys.filter { packs.contains($0) }.isEmpty)
  }

  @Test func `a rotation stopped anywhere leaves one epoch whole`() async throws {
    let (_, kept) = try await folder.removedAndKept()
    let before = try folder.files()
    _ = try await Vault.open(at: locations).rotate()
    let after = try folder.files()
    let added = after.keys.filter { before[$0] == nil }
    let newKey = try #require(added.first { $0.hasPrefix("keys/") })
    let oldKey = try #require(before.keys.first { $0.hasPrefix("keys/") })
    let header = try #require(added.first { $0.hasSuffix(".vault") })
    let key = try #require(after[newKey])
    let notice = try #require(added.first { $0.hasSuffix(".notice") })
    let state = before.filter { $0.key.hasSuffix("/device") }
    // The stages: the key is staged; the packs are written; the header is written; this machine uses the new key;
    // the notice is written.
    let stops: [[String: [UInt8]]] = [
      ["\(oldKey).next": key],
      after.filter { ![newKey, header, notice].contains($0.key) && !$0.key.hasSuffix("/device") }
        .merging(state) { $1 }.merging(["\(oldKey).next": key]) { $1 },
      after.filter { ![newKey, notice].contains($0.key) }
        .merging(state) { $1 }.merging(["\(oldKey).next": key]) { $1 },
      after.filter { ![newKey, notice].contains($0.key) }
        .merging(["\(oldKey).next": key]) { $1 },
      after.filter { $0.key != newKey }.merging(["\(oldKey).next": key]) { $1 },
    ]
    for (number, stop) in stops.enumerated() {
      try folder.become(before.merging(stop) { $1 })
      let opened = try Vault.open(at: locations)
      #expect(await opened.cards.map(\.note) == [kept.note], "stop \(number)")
      #expect(opened.epoch == (number >= 2 ? 1 : 0))
      if number >= 2 { #expect(try folder.files().keys.contains { $0.hasSuffix(".notice") }) }
      // And the change can be made again, and completed.
      if opened.epoch == 0 { _ = try await opened.rotate() }
      let again = try Vault.open(at: locations)
      #expect(again.epoch == 1)
      #expect(await again.cards.map(\.note) == [kept.note])
      _ = try await again.finishRotation()
      let finished = try Vault.open(at: locations)
      #expect(await finished.cards.map(\.note) == [kept.note])
      #expect(await finished.health.isGood, "stop \(number)")
    }
  }

  @Test func `a named key file is replaced by the new key`() async throws {
    var named = locations
    named.keyFile = folder.path.appending("my.key")
    try await Vault.create(at: named).save([.sample("Gym")])
    let place = try await Vault.open(at: named).rotate().keyFile
    #expect(place == named.keyFile)
    #expect(try await Vault.open(at: named).cards.count == 1)
    #expect(try folder.files().keys.filter { $0.contains(".next") }.isEmpty)
    #expect(try folder.mode("my.key") == 0o600)
  }

  @Test func `leftovers of a stopped change next to a named key file stay there, and are found`()
    async throws
  {
    var named = locations
    named.keyFile = folder.path.appending("my.key")
    try await Vault.create(at: named).save([.sample("Gym")])
    let before = try folder.files()
    let left = try await Vault.open(at: named).rotate().keyID
    let after = try folder.files()
    try folder.become(before.merging(["my.key.next": after["my.key"] ?? []]) { $1 })
    // Another file system may have no room in the keys' folder, but a name next to the old one is always free.
    _ = try await Vault.open(at: named).rotate()
    #expect(try folder.read("my.key.\(left)") == after["my.key"])
    // Another folder of this vault, where that change counts.
    var other = after
    other["my.key"] = before["my.key"]
    other["my.key.\(left)"] = after["my.key"]
    try folder.become(other)
    #expect(try Vault.open(at: named).keyID == left)
  }

  @Test func `a wrapped key stays wrapped when it is changed`() async throws {
    let words = "correct horse"
    _ = try Vault.create(at: locations, passphrase: try Passphrase(words), cost: .least)
    func open() throws(VaultError) -> Vault {
      try Vault.open(at: locations, keyProvider: typing(words))
    }
    try await open().save([.sample("Gym")])
    _ = try await open().rotate(passphrase: try Passphrase(words), cost: .least)
    let rotated = try open()
    #expect(rotated.epoch == 1)
    #expect(await rotated.cards.count == 1)
    #expect(
      await failure { () throws(VaultError) in try Vault.open(at: locations) } == .passphraseNeeded)
  }
}

extension VaultFolder {
  /// Makes a vault with a removed card and a changed one.
  func removedAndKept() async throws -> (gone: Card, kept: Card) {
    let vault = try Vault.create(at: locations())
    let (gone, kept) = (Card.sample("Secret club", id: 1), Card.sample("Gym", id: 2))
    try await vault.save([gone, kept])
    try await vault.save([kept.with { $0.note = "upstairs" }])
    try await vault.remove([gone.id])
    return (gone, kept.with { $0.note = "upstairs" })
  }
}
