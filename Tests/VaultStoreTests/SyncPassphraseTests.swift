import Cards
import Foundation
import Sealing
import Synchronization
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Syncs that need passphrases.
@Suite struct SyncPassphraseTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    devices = try Devices()
  }

  /// Provides passphrases as a script does, and records for which keys.
  private final class Script: Sendable {
    private let asked = Mutex<[KeyID]>([])
    private let refused: Mutex<Set<KeyID>>
    var keys: [KeyID] { asked.withLock { $0 } }

    init(refusing refused: Set<KeyID> = []) {
      self.refused = Mutex(refused)
    }

    func unlock(_ key: WrappedKey) throws(VaultError) -> sending RootKey {
      asked.withLock { $0.append(key.keyID) }
      if refused.withLock({ $0.contains(key.keyID) }) { throw .passphrase(.missing) }
      return try VaultError.ofKeys { () throws(SealingError) in
        try key.unwrap(try Passphrase("open sesame"))
      }
    }
  }

  private func sync(_ device: String, _ script: Script) async throws -> SyncOutcome {
    try await Vault.sync(
      at: devices.apart(device), with: .folder(devices.target),
      keyProvider: { (key) throws(VaultError) in try script.unlock(key) })
  }

  private func open(_ device: String, _ script: Script = Script()) throws -> Vault {
    try Vault.open(at: devices.apart(device)) { (key) throws(VaultError) in
      try script.unlock(key)
    }
  }

  /// Two synced devices; one of them changed the key, and passed the new one to the other.
  private func rotated(isOldWrapped: Bool) async throws -> (
    old: KeyID, new: KeyID
  ) {
    let vault = try Vault.create(
      at: devices.apart("a"), passphrase: isOldWrapped ? try Passphrase("open sesame") : nil,
      cost: .least)
    try await vault.save([card])
    _ = try await sync("a", Script())
    try devices.handKeys(from: "a", to: "b")
    #expect(try await sync("b", Script()).isJoined)
    let new = try await open("a").changeKey(passphrase: try Passphrase("open sesame"), cost: .least)
    _ = try await sync("a", Script())
    try devices.handKeys(from: "a", to: "b")
    return (vault.keyID, new.keyID)
  }

  @Test func `each key is asked for once in a sync`() async throws {
    let (old, new) = try await rotated(isOldWrapped: true)
    let script = Script()
    #expect(try await sync("b", script).isComplete)
    #expect(script.keys == [old, new])
    let again = Script()
    #expect(try await sync("b", again).isComplete)
    #expect(again.keys == [new])
  }

  @Test(arguments: [false, true])
  func `a new key whose passphrase nobody gives stops no sync`(isOldWrapped: Bool) async throws {
    let (_, new) = try await rotated(isOldWrapped: isOldWrapped)
    try await open("b", Script(refusing: [new])).save([.sample("Unsent", id: 2)])
    let script = Script(refusing: [new])
    let outcome = try await sync("b", script)
    #expect(outcome.health.successors.map(\.keyID) == [new])
    #expect(outcome.sentCount == 0)
    #expect(script.keys.filter { $0 == new }.count == 1)
    // Once it is provided, the sync completes.
    let complete = try await sync("b", Script())
    #expect(complete.isComplete && complete.movedCount == 1)
    #expect(try await open("b").cards.map(\.name) == ["Gym", "Unsent"])
  }

  @Test func `if everything is sealed under a new key, a notice names it`() async throws {
    let (_, new) = try await rotated(isOldWrapped: false)
    let before = try devices.there()
    let outcome = try await sync("b", Script(refusing: [new]))
    #expect(outcome.health.successors.map(\.keyID) == [new])
    #expect(try devices.there() == before)
    #expect(try await sync("b", Script()).isComplete)
  }

  @Test func `another vault's passphrase is not asked for, however many files name its key`()
    async throws
  {
    try await Vault.create(at: devices.apart("a")).save([card])
    _ = try await sync("a", Script())
    let other = devices.locations("other")
    try await Vault.create(at: other).save([.sample("Stranger")])
    let key = try await Vault.open(at: other).changeKey(
      passphrase: try Passphrase("open sesame"), cost: .least)
    try FileManager.default.copyItem(
      atPath: key.keyFile.string,
      toPath: devices.apart("a").keyDirectory.appending(key.keyID.description).string)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: other.vault.string).first {
        guard $0.hasSuffix(".vault") else { return false }
        let bytes = Array(try Data(contentsOf: URL(filePath: other.vault.appending($0).string)))
        return EnvelopeHeader(claimedBy: bytes.span)?.keyID == key.keyID
      })
    for index in 0..<5 {
      try FileManager.default.copyItem(
        atPath: other.vault.appending(name).string,
        toPath: devices.target.appending("\(index)\(name)").string)
    }
    let script = Script()
    #expect(try await sync("a", script).isComplete)
    #expect(script.keys.isEmpty)
    #expect(try await open("a").health.isGood)
  }

  @Test func `a wrong passphrase sends nothing`() async throws {
    try await Vault.create(
      at: devices.apart("a"), passphrase: try Passphrase("open sesame"), cost: .least
    ).save([card])
    _ = try await sync("a", Script())
    try devices.handKeys(from: "a", to: "b")
    let failure = await syncFailure {
      _ = try await Vault.sync(at: devices.apart("b"), with: .folder(devices.target)) {
        (_) throws(VaultError) in throw .wrongPassphrase
      }
    }
    #expect(failure == .vault(.wrongPassphrase))
    #expect(!FileManager.default.fileExists(atPath: devices.apart("b").vault.string))
  }
}
