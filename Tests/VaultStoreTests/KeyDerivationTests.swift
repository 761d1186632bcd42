import Cards
import Dispatch
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore

/// What can happen while a key is derived from a passphrase.
@Suite(.serialized) struct KeyDerivationTests {
  private let folder: VaultFolder
  private let vault: Vault

  init() throws {
    folder = try VaultFolder()
    vault = try Vault.create(at: folder.locations())
  }

  /// A derivation during which two programs can save.
  private var saving: KeyDerivation {
    KeyDerivation { [folder, vault] _, _, _, _ in
      let saved = DispatchSemaphore(value: 0)
      Task(executorPreference: OwnThread()) {
        let other = try Vault.open(at: folder.locations())
        try await other.save([.sample("Zoo")])
        try await vault.save([.sample("Gym")])
        saved.signal()
      }
      #expect(saved.wait(timeout: .now() + 30) == .success)
    }
  }

  private func names() async throws -> [String] {
    try await Vault.open(at: folder.locations()).cards.map(\.name)
  }

  @Test func `cards can be saved while a bundle gets its passphrase`() async throws {
    let summary = try await vault.export(
      to: folder.path.appending("for-you"), passphrase: try Passphrase("words"), cost: .least,
      derivation: saving)
    #expect(summary.cardCount == 1)
    #expect(try await names() == ["Gym", "Zoo"])
  }

  @Test func `cards can be saved while a new key gets its passphrase`() async throws {
    let new = try await vault.changeKey(
      passphrase: try Passphrase("words"), cost: .least, derivation: saving)
    #expect(new.keyID != vault.keyID)
    let isWrapped = try KeyFile.read(new.keyFile.string).isWrapped
    #expect(isWrapped)
  }

  @Test func `a key changed by another program while this one gets its passphrase stays`()
    async throws
  {
    let derivation = KeyDerivation { [folder] _, _, _, _ in
      let changed = DispatchSemaphore(value: 0)
      Task(executorPreference: OwnThread()) {
        _ = try await Vault.open(at: folder.locations()).changeKey()
        changed.signal()
      }
      #expect(changed.wait(timeout: .now() + 30) == .success)
    }
    let error = await failure { [vault] () async throws(VaultError) in
      let passphrase = try VaultError.ofKeys { () throws(SealingError) in
        try Passphrase("words")
      }
      return try await vault.changeKey(passphrase: passphrase, cost: .least, derivation: derivation)
    }
    #expect(error == .keyChangedMeanwhile(folder.locations().vault))
    #expect(try Vault.open(at: folder.locations()).keyID != vault.keyID)
  }
}

/// Runs tasks on its own thread, as a test may block all of Swift's.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
