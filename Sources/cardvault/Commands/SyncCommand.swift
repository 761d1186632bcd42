internal import ArgumentParser
internal import Cards
internal import SystemPackage
internal import TerminalIO
internal import VaultStore
internal import VaultSync
internal import Wallet

struct SyncCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Bring the vault in step with a copy of it elsewhere.",
    discussion: """
      TARGET is a folder (a USB stick, a network mount, a folder that Nextcloud or Syncthing carries), \
      rclone:REMOTE:PATH for whatever rclone speaks, or git:URL for a repository. What is missing on \
      either side moves there, sealed as it is; nothing is overwritten, and both devices' changes are \
      kept. It can be stopped at any moment and done again.

      On a new device: cardvault key restore SHEET, then cardvault sync TARGET. That makes the vault here \
      of the one there.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(help: "The copy: a folder, rclone:REMOTE:PATH or git:URL.", completion: .directory)
  var target: String

  @Flag(name: .customLong("dry-run"), help: "Only say what would be moved.")
  var isDryRun = false

  @Flag(
    name: .customLong("check"),
    help: "Compare what files hold on both sides, not only how long they are, and mend the target.")
  var isThorough = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    guard let place = SyncTarget(target) else {
      throw Failure.usage(
        "“\(PasswordMasking(target: target).masked)” is no place to sync with",
        because: "a folder, rclone:REMOTE:PATH or git:URL is needed",
        try: "cardvault sync /media/stick/cards; rclone listremotes shows the names of remotes")
    }
    let syncing = Syncing(
      target: place, typed: target, direction: .bothWays, isThorough: isThorough,
      isDryRun: isDryRun, vault: vault,
      console: console)
    try await syncing.run()
  }
}
