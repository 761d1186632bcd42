internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct LockCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Remove the unlocked key from the kernel's keyring.",
    discussion: """
      Examples:
        cardvault lock

      If the vault is missing or cannot be read, the keys of all key files on this device are removed.

      \(ExitStatus.help([]))
      """)

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let locations = try vault.locations()
    // Locking must not depend on the state of the vault's folder.
    let ids = (try? Vault.keyFile(at: locations).id).map { [$0] } ?? locations.keyIDs
    let wasThere = try removeFromKeyring(ids)
    let console = common.console
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

/// What `lock` found, for scripts.
struct LockReport: Encodable {
  let wasUnlocked: Bool
}
