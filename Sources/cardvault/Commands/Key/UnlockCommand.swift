internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct UnlockCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Keep the key unlocked for a while.",
    discussion: """
      Examples:
        cardvault unlock
        cardvault unlock --for 2h
        cardvault unlock --off

      Asks for the passphrase once. Until the time is up or you lock it again with --off, other commands find the \
      key in the kernel's keyring. Any program that you run could read it there. It is never written to disk.

      If the vault is missing or cannot be read, --off removes the keys of all key files on this device.

      \(ExitStatus.help([.noVault, .wrongKey, .damaged]))
      """)

  @Option(
    name: .customLong("for"),
    help: .init("How long, such as 90s or 2h (default: 15m).", valueName: "time"),
    transform: KeepingTime.typed)
  var time = KeepingTime.usual

  @Flag(help: "Remove the key from the keyring.")
  var off = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    if off { return try lock(console) }
    let atHand = try KeyAtHand.ofVault(vault)
    guard let key = atHand.wrapped else {
      if console.format.isForScripts {
        console.result(json: UnlockReport(isWrapped: false, seconds: nil))
      } else {
        console.result("The key has no passphrase, so it is never locked.")
        console.suggest(.run("key", "passphrase"), for: "To give it one")
      }
      return
    }
    let time = time
    do throws(VaultError) {
      let root = try vault.passphrases(console).root(of: key)
      try VaultError.ofKeys { () throws(SealingError) in
        try Keyring.store(root, for: time.duration)
      }
    } catch .passphraseNeeded {
      throw Failure(
        "the key was not unlocked", because: "there is no terminal to ask for its passphrase",
        try: Failure.givenPassphrase,
        status: .wrongKey)
    }
    if console.format.isForScripts {
      console.result(json: UnlockReport(isWrapped: true, seconds: time.seconds))
    } else {
      console.result("Unlocked for \(time.words).")
    }
  }
}

extension UnlockCommand {
  private func lock(_ console: Console) throws {
    let locations = try vault.locations()
    // Locking must not depend on the state of the vault's folder.
    let ids = (try? Vault.keyFile(at: locations).id).map { [$0] } ?? locations.keyIDs
    let wasThere = try removeFromKeyring(ids)
    if console.format.isForScripts {
      console.result(json: LockReport(wasUnlocked: wasThere))
    } else {
      console.result(wasThere ? "Locked." : "Nothing was unlocked.")
    }
  }

  /// Removes keys from the keyring; returns whether it held any of them.
  private func removeFromKeyring(_ ids: [KeyID]) throws(VaultError) -> Bool {
    do throws(VaultError) {
      return try VaultError.ofKeys { () throws(SealingError) in
        var wasThere = false
        for id in ids where try Keyring.remove(id) { wasThere = true }
        return wasThere
      }
    } catch {
      // Without a keyring, nothing is unlocked.
      if error == .noKeyring(.noFunction) || error == .noKeyring(.notPermitted) { return false }
      throw error
    }
  }
}

/// What `unlock` did, for scripts.
struct UnlockReport: Encodable {
  let isWrapped: Bool
  let seconds: Int?
}

/// What `unlock --off` found, for scripts.
struct LockReport: Encodable {
  let wasUnlocked: Bool
}
