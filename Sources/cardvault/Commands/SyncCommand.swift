internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import VaultSync
internal import Wallet

struct SyncCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Sync the vault with a copy of it elsewhere.",
    discussion: """
      Examples:
        cardvault sync /media/stick/cards
        cardvault sync rclone:drive:cards
        cardvault sync git:ssh://git@example.org/cards.git
        cardvault sync --status
        cardvault sync --device-name "kitchen laptop"

      TARGET is a folder (on a USB stick or network mount, or synced by Nextcloud or Syncthing), \
      rclone:REMOTE:PATH for any storage that rclone supports, or git:URL for a repository. Files that either \
      side lacks are copied there, still sealed. Only damaged files are overwritten, and the changes of all \
      devices are kept. You can interrupt it at any time and run it again.

      On a new device, run cardvault key restore PHOTO and then cardvault sync TARGET: this creates the vault \
      here from the one there.

      --status lists the devices of this vault, and says when this one last synced. A device is named after its \
      host until you name it; history and conflicts show the names. Other devices see a new name once you have \
      saved a change here and synced.

      If the target cannot be reached (the stick is not plugged in, the network is down), or if rclone or git \
      fails, the exit code is 14: run the same command again later.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(
    help: "A folder, rclone:REMOTE:PATH or git:URL; without it, the last target.",
    completion: .directory)
  var target: String?

  @Flag(help: "Keep syncing: after each change here, and every few minutes.")
  var watch = false

  @Option(
    help: .init(
      "With --watch, how often to look for changes there (default: 5m).", valueName: "time"),
    transform: KeepingTime.typed)
  var every = KeepingTime.betweenSyncs

  @Flag(name: .customLong("dry-run"), help: "Only show what would be copied.")
  var isDryRun = false

  @Flag(
    name: .customLong("check"),
    help:
      "Compare the content of files, not only their sizes, and repair damaged ones on both sides.")
  var isThorough = false

  @Flag(
    help: """
      Replace the vault here with the one at TARGET, and bring the cards from here along: for a vault that was \
      made by mistake. The old one is moved aside.
      """)
  var bringCards = false

  @Flag(help: "Only show when this device last synced, and the devices of this vault.")
  var status = false

  @Option(
    help: .init(
      "Name this device, and show the same as --status; empty for the name of the host.",
      valueName: "name"))
  var deviceName: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if [watch, isDryRun, bringCards].count(where: \.self) > 1 {
      throw ValidationError("--watch, --dry-run and --bring-cards cannot be used together")
    }
    if isForDevices, target != nil || watch || isDryRun || bringCards || isThorough {
      throw ValidationError("--status and --device-name do not sync: use them alone")
    }
  }

  func run() async throws {
    let console = common.console
    if isForDevices { return try await DevicesList(vault, console).show(naming: deviceName) }
    let keys = vault.keyProvider.remembering
    let last =
      target == nil ? try Vault.lastSync(at: try vault.locations(), keyProvider: keys) : nil
    let request = try SyncRequest(
      with: target, orLast: last, isThorough: isThorough, isDryRun: isDryRun)
    let syncRun = SyncRun(request: request, vault: vault, keys: keys, console: console)
    if bringCards {
      try await VaultReplacement(syncRun: syncRun).run()
    } else if watch {
      var loop = SyncLoop(syncRun: syncRun, interval: every.duration)
      try await loop.run()
    } else {
      try await syncRun.run()
    }
  }

  private var isForDevices: Bool { status || deviceName != nil }
}
