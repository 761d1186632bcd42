internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore

struct LockCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Take the unlocked key out of the kernel's keyring.",
    discussion: """
      Where the vault cannot be read, or is not there, all keys that are on this device are taken out.

      \(ExitStatus.help([]))
      """)

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let locations = try vault.locations()
    // Locking must not depend on what the vault's folder is like.
    let ids = (try? Vault.keyFile(at: locations).id).map { [$0] } ?? locations.keyIDs
    let wasThere = try removeFromKeyring(ids)
    let console = common.console
    if console.format.isForScripts {
      console.result(json: LockReport(wasUnlocked: wasThere))
    } else {
      console.result(wasThere ? "Locked." : "Nothing was unlocked.")
    }
  }

  /// Takes keys out of the keyring.
  ///
  /// - Returns: Whether any was in it.
  private func removeFromKeyring(_ ids: [KeyID]) throws(VaultError) -> Bool {
    do throws(VaultError) {
      return try VaultError.ofKeys { () throws(SealingError) in
        var wasThere = false
        for id in ids where try Keyring.remove(id) { wasThere = true }
        return wasThere
      }
    } catch {
      // Where there is no keyring, nothing is in it.
      if error == .noKeyring(.noFunction) || error == .noKeyring(.notPermitted) { return false }
      throw error
    }
  }
}

/// What `lock` found, for scripts.
struct LockReport: Encodable {
  let wasUnlocked: Bool
}
