internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import VaultStore

struct LockCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Take the unlocked key out of the kernel's keyring.",
    discussion: ExitStatus.help([.noVault, .damaged]))

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let locations = try vault.locations()
    let wasThere = try Failure.explaining { () throws(VaultError) in
      let id = try Vault.keyFile(at: locations).id
      do throws(VaultError) {
        return try VaultError.ofKeys { () throws(SealingError) in
          try Keyring.remove(id)
        }
      } catch {
        // Where there is no keyring, nothing is in it.
        if error == .noKeyring(.noFunction) || error == .noKeyring(.notPermitted) { return false }
        throw error
      }
    }
    let console = common.console
    if console.format.isForScripts {
      console.result(LockReport(wasUnlocked: wasThere).json)
    } else {
      console.result(wasThere ? "Locked." : "Nothing was unlocked.")
    }
  }
}

/// What `lock` found, for scripts.
struct LockReport: Encodable {
  let wasUnlocked: Bool
}
