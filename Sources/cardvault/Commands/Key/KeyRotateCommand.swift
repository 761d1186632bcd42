internal import ArgumentParser
internal import Conversations
internal import VaultStore
internal import Wording

struct KeyRotateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Replace the vault's key with a new one.",
    discussion: """
      Examples:
        cardvault key rotate
        cardvault key rotate --finish

      The first command creates a new key and seals everything under it. The second removes what the old key \
      opens; run it when all your devices have the new key. Copies of the vault that others kept stay \
      readable with the old key.

      Before it asks, the command lists files that it leaves behind (damaged, newer, or sealed with another \
      key), and saves that exist only under a key replaced earlier. The history of all cards stays, including \
      that of removed ones. No file in the folder can stop it, so it also helps if the key was replaced by one that \
      is lost.

      Other devices need the new key: cardvault key sheet here, then cardvault key restore PHOTO there. Until \
      then they can read what they already have, but cannot save. A key with a passphrase gets a new \
      passphrase. If two devices changed the key, restore one device's key on the other and rotate there again.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Flag(
    help:
      "Remove what is sealed under replaced keys; all your devices must already have the new key.")
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
