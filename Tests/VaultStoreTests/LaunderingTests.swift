import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultBundles
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Files made by a holder of a replaced key: no change of keys reseals them unasked.
@Suite struct LaunderingTests {
  private let folder: VaultFolder
  private let card = Card.sample("Gym", id: 1)
  private var locations: VaultLocations { folder.locations() }
  /// A copy of the vault with only the first key, as a thief has it.
  private var thief: VaultLocations {
    VaultLocations(
      vault: folder.path.appending("stolen"), keyDirectory: folder.path.appending("stolen-keys"),
      stateDirectory: folder.path.appending("state-thief"))
  }

  init() throws {
    folder = try VaultFolder()
  }

  /// A vault whose key was changed, and saves that someone has since made with the old key.
  private func attacked() async throws {
    let vault = try Vault.create(at: locations)
    try await vault.save([card, .sample("Zoo", id: 2)])
    for (from, to) in [("vault", thief.vault), ("keys", thief.keyDirectory)] {
      try FileManager.default.copyItem(
        atPath: folder.path.appending(from).string, toPath: to.string)
    }
    _ = try await Vault.open(at: locations).rotate()
    let stolen = try Vault.open(at: thief)
    try await stolen.remove([card.id])
    try await stolen.save([.sample("Planted", id: 9)])
    let place = thief.vault.appending("segments").string
    for name in try FileManager.default.contentsOfDirectory(atPath: place)
    where !FileManager.default.fileExists(atPath: folder.segments.appending(name).string) {
      try FileManager.default.copyItem(
        atPath: "\(place)/\(name)", toPath: folder.segments.appending(name).string)
    }
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Planted", "Zoo"])
  }

  @Test func `finishing lists them, and leaves them out unless a person accepts them`()
    async throws
  {
    try await attacked()
    let vault = try Vault.open(at: locations)
    let claims = try await vault.finishingPlan().claimedSegments
    #expect(claims.map(\.removedCards) == [[card.id], []])
    #expect(claims.map(\.cards.count) == [1, 1])
    _ = try await vault.finishRotation()
    let finished = try Vault.open(at: locations)
    #expect(await finished.cards.map(\.name) == ["Gym", "Zoo"])
    #expect(await finished.health.late.count == 2)
    // They can still be decided on.
    #expect(try await finished.finishingPlan().claimedSegments == claims)
  }

  @Test(arguments: [false, true])
  func `an accepted removal can be undone after more changes of the key`(isRotatedTwice: Bool)
    async throws
  {
    try await attacked()
    let vault = try Vault.open(at: locations)
    let claims = try await vault.rotationPlan().claimedSegments
    if isRotatedTwice {
      _ = try await vault.rotate(takingIn: Set(claims.map(\.id)))
    } else {
      _ = try await vault.finishRotation(takingIn: Set(claims.map(\.id)))
    }
    for _ in 0..<2 {
      let opened = try Vault.open(at: locations)
      #expect(await opened.cards.map(\.name) == ["Planted", "Zoo"])
      _ = try await opened.rotate()
      _ = try await Vault.open(at: locations).finishRotation()
    }
    let last = try Vault.open(at: locations)
    #expect(await last.removedCards.map(\.codes) == [card.codes])
    try await last.save([try #require(await last.removedCards.first)])
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym", "Planted", "Zoo"])
  }

  @Test func `a second change of keys leaves them under the old key`() async throws {
    try await attacked()
    let vault = try Vault.open(at: locations)
    #expect(try await vault.rotationPlan().claimedSegments.count == 2)
    _ = try await vault.rotate()
    let rotated = try Vault.open(at: locations)
    #expect(try await rotated.finishingPlan().claimedSegments.count == 2)
    _ = try await rotated.finishRotation()
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym", "Zoo"])
  }

  @Test func `a bundle has them only if a person accepted them`() async throws {
    try await attacked()
    let vault = try Vault.open(at: locations)
    let path = folder.path.appending("backup")
    let claims = try await vault.claimedSegments()
    #expect(claims.count == 2)
    #expect(try await vault.export(to: path).segmentCount == 1)
    let both = folder.path.appending("both")
    let summary = try await vault.export(to: both, takingIn: Set(claims.map(\.id)))
    #expect(summary.segmentCount == 3)
  }

  @Test func `a bundle under a replaced key is merged only by decision`() async throws {
    try await attacked()
    let path = folder.path.appending("theirs")
    _ = try await Vault.open(at: thief).export(to: path)
    // A vault that has not seen these saves.
    let clean = try Vault.open(at: locations)
    _ = try await clean.finishRotation()
    let vault = try Vault.open(at: locations)
    let refusal = await failure { () async throws(VaultError) in
      try await vault.merge(try BundleFile(at: path))
    }
    guard case .claimedSegments(let claims) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(claims.count == 2)
    let none = try await vault.merge(try BundleFile(at: path), takingIn: [])
    #expect(none.addedCount + none.removedCount == 0)
    let planted = try #require(claims.first { $0.removedCards.isEmpty })
    #expect(
      try await vault.merge(try BundleFile(at: path), takingIn: [planted.id]).addedCount == 1)
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym", "Planted", "Zoo"])
  }

  @Test func `a device that continues under the new key vouches for its earlier saves`()
    async throws
  {
    let vault = try Vault.create(at: locations)
    try await vault.save([card])
    let second = folder.locations("second")
    try await Vault.open(at: second).save([.sample("Zoo", id: 2)])
    let kept = try folder.files().filter { $0.key.hasSuffix(".segment") }
    _ = try await Vault.open(at: locations).rotate()
    // Late files are only under the old key; the second device continues from there.
    try await Vault.open(at: second).save([.sample("Pool", id: 3)])
    for (name, bytes) in kept { try folder.write(bytes, to: name) }
    #expect(try await Vault.open(at: locations).finishingPlan().claimedSegments.isEmpty)
    _ = try await Vault.open(at: locations).finishRotation()
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym", "Pool", "Zoo"])
  }

  @Test func `a forged notice stops a device only until it makes a new key`() async throws {
    let vault = try Vault.create(at: locations)
    try await vault.save([card])
    let forged = try await vault.forgedNoticeForTests()
    let place = "vault/notices/\(ContentHash(of: forged.span)).notice"
    try FileManager.default.createDirectory(
      atPath: folder.path.appending("vault/notices").string, withIntermediateDirectories: true)
    try folder.write(forged, to: place)
    let stopped = try Vault.open(at: locations)
    #expect(await stopped.cards.map(\.name) == ["Gym"])
    let refusal = await failure { () async throws(VaultError) in
      try await stopped.save([.sample("Zoo")])
    }
    guard case .keyReplaced = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    _ = try await stopped.rotate()
    try await Vault.open(at: locations).save([.sample("Zoo")])
    #expect(try await Vault.open(at: locations).finishingPlan().successors.count == 1)
  }
}
