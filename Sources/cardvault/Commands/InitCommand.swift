internal import ArgumentParser
internal import Sealing
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a key and its vault.",
    discussion: """
      Examples:
        cardvault init
        cardvault init --passphrase
        cardvault key sheet

      The key file stays on this device, outside the vault. Without it nobody can open the vault, not even \
      you: keep a recovery sheet (cardvault key sheet) or a copy of the key file in a safe place.

      With a passphrase, a stolen key file is useless to a thief. If you forget the passphrase, it is useless to you, \
      too.

      \(ExitStatus.help([.partlyDone, .noVault, .wrongKey, .nothingFound, .conflict]))
      """)

  @Flag(help: "Ask for a passphrase that protects the key file.")
  var passphrase = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let folder = try vault.locations().vault
    let hadKey = vault.isDefault && VaultOptions.hasKeyHere && !Vault.exists(at: folder)
    if hadKey, console.isInteractive, !console.agrees(to: Question.secondVault) {
      throw VaultError.noVault(folder)
    }
    let made = try await vault.create(withPassphrase: passphrase, console)
    if hadKey {
      console.complain(
        "This device has the key of another vault",
        try: .run("sync", "TARGET", "--vault", "FOLDER", note: "it brings that one back"))
    }
    if common.format.isForScripts {
      console.result(json: VaultReport(made))
      return
    }
    console.result("The vault is ready.")
    console.result("Fingerprint: \(made.fingerprint)")
    console.remark("Your key file: \(made.locations.keyFile?.shown ?? "in its folder")")
    let needed = passphrase || vault.passphraseDescriptor != nil ? "it and its passphrase" : "it"
    console.remark("Without \(needed) nobody can open the vault, not even you.")
    console.suggest(.run("key", "sheet"), for: "To print a page with the key")
    console.suggest(.run("import", "PHOTO"))
  }
}
