internal import ArgumentParser
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultStore

struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a key and its vault.",
    discussion: """
      The key file stays on this device, outside the vault; without it nobody reads the vault, you \
      neither. Keep a copy of it in a safe place.

      With a passphrase, a stolen key file is of no use without it; nor is your own, should you forget it.

      \(ExitStatus.help([.partlyDone, .conflict, .wrongKey]))
      """)

  @Flag(help: "Ask for a passphrase that opens the key file.")
  var passphrase = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let made = try await vault.create(withPassphrase: passphrase)
    let console = common.console
    if common.format.isForScripts {
      console.result(json: VaultReport(made))
      return
    }
    console.result("The vault is ready.")
    console.result("Fingerprint: \(made.fingerprint)")
    console.remark("Its key is in \(made.locations.keyFile?.shown ?? "its folder")")
    let needed = passphrase || vault.passphraseDescriptor != nil ? "it and its passphrase" : "it"
    console.remark(
      "Without \(needed) nobody can open the vault: cardvault key sheet makes a page of it to keep."
    )
    console.remark("Next: cardvault import PHOTO...")
  }
}
