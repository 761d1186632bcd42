import Cards
import Sealing
import Testing

@testable import VaultStore

@Suite struct VaultBundleTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `any altered byte or length of a bundle is damage, and nothing is written`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    let bundle = try await vault.bundle()
    let files = try folder.files().count
    for place in bundle.indices {
      var altered = bundle
      altered[place] ^= 1
      let problem = await failure { () async throws(VaultError) in try await vault.merge(altered) }
      #expect(
        problem == .bundle(place < 7 ? .notABundle : .damaged), "byte \(place)")
    }
    for length in bundle.indices {
      let cut = Array(bundle[..<length])
      let problem = await failure { () async throws(VaultError) in try await vault.merge(cut) }
      #expect(problem == .bundle(length < 7 ? .notABundle : .damaged), "length \(length)")
    }
    #expect(try folder.files().count == files)
    #expect(try await vault.merge(bundle) == MergeOutcome())
  }

  @Test func `other files of the vault are no bundles`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    for (name, file) in try folder.files() where name.hasPrefix("vault/") {
      let problem = await failure { () async throws(VaultError) in try await vault.merge(file) }
      #expect(problem == .bundle(.notABundle), "\(name)")
    }
  }

  @Test func `a bundle holds what removed cards were, and not what came late`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let card = Card.sample("Gym", id: 1)
    try await vault.save([card])
    try await vault.remove([card.id])
    let early = try folder.files().first { $0.key.contains("segments/") }
    let bundle = try await vault.bundle()
    #expect(try await vault.purges(in: bundle) == [false, false])
    _ = try await vault.rotate()
    let rotated = try Vault.open(at: folder.locations())
    _ = try await rotated.finishRotation()
    let (name, bytes) = try #require(early)
    try folder.write(bytes, to: name)
    let finished = try Vault.open(at: folder.locations())
    let later = try await finished.bundle()
    #expect(try await finished.purges(in: later).filter { $0 }.count == 1)
    // A bundle from before still opens; what it holds is known, so nothing comes back.
    #expect(try await finished.merge(bundle) == MergeOutcome())
  }
}

extension Vault {
  /// For each segment of a bundle, whether it was purged.
  fileprivate func purges(in bundle: [UInt8]) throws -> [Bool] {
    try Pack(payload: keys.current.open(bundle.span, as: .bundle)).entries.map(\.isPurged)
  }
}
