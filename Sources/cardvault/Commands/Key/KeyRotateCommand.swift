internal import ArgumentParser
internal import TerminalIO
internal import VaultStore

struct KeyRotateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Change the vault's key.",
    discussion: """
        cardvault key rotate             make a new key, and seal everything under it
        cardvault key rotate --finish    when all devices have it: remove what the old key opens

      What it cannot undo: copies of the vault that somebody kept stay readable with the old key.

      The command first lists what it leaves behind (files that are damaged, newer or need another key), the \
      removed cards whose history the new key does not get, and saves that exist only under a key that was \
      replaced before; then it asks. Nothing in the folder makes it refuse: it is also the way out where the \
      key was replaced by one that is lost.

      Other devices need the new key: cardvault key sheet here, cardvault key restore PHOTO there. Until then \
      they can read what was there before, and save nothing. A key with a passphrase gets a new passphrase. If \
      two devices changed the key, bring one the other's key and rotate there once more.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Flag(
    help: "Remove what is sealed under replaced keys; your other devices must have the new key.")
  var finish = false

  @OptionGroup var claims: ClaimOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let rotating = KeyRotating(
      store: try await vault.open(), options: vault, claims: claims, confirmation: confirmation,
      console: common.console)
    if finish { try await rotating.finish() } else { try await rotating.rotate() }
  }
}
