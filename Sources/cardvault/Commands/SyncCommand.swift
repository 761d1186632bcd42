internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import VaultSync
internal import Wallet

struct SyncCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Sync the vault with a copy of it elsewhere.",
    usage: """
      cardvault sync [<options>] [<target> ...]
      cardvault sync [<options>] add <name> <target>
      cardvault sync [<options>] remove <name>
      """,
    discussion: """
      Examples:
        cardvault sync /media/stick/cards
        cardvault sync add home rclone:drive:cards
        cardvault sync git:ssh://git@example.org/cards.git
        cardvault sync
        cardvault sync home
        cardvault sync --status
        cardvault sync --device-name "kitchen laptop"

      TARGET is a folder (on a USB stick or network mount, or synced by Nextcloud or Syncthing), \
      rclone:REMOTE:PATH for any storage that rclone supports, or git:URL for a repository. Files that either \
      side lacks are copied there, still sealed. Only damaged files are overwritten, and the changes of all \
      devices are kept. You can interrupt it at any time and run it again.

      Targets are remembered on this device, each by a name: the one you give it with add, or else the name of its \
      folder, remote or repository. Without a target, all of them are synced. A single word is a name, or a folder \
      that exists here: a new folder is typed as ./cards. Where a copy of the vault was and is no longer, \
      none is made again, as its drive may not be plugged in; add does make one. To rename a target, add it again under the \
      new name. remove forgets it, and leaves the copy there as it is.

      On a new device, run cardvault key restore PHOTO and then cardvault sync TARGET: this creates the vault \
      here from the one there.

      --status lists the targets, with when each was last synced, and the devices of this vault. A device is named after \
      its host until you name it; history and conflicts show the names. Other devices see a new name once you have \
      saved a change here and synced.

      If a target cannot be reached (the stick is not plugged in, the network is down), or if rclone or git \
      fails, the exit code is 14, and 3 if others were synced: run the same command again later.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Argument(
    help:
      "Names of known targets, folders, rclone:REMOTE:PATH or git:URL; without any, all known targets.",
    completion: .directory)
  var target: [String] = []

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

  @Flag(
    help: "Only list the targets, with when each was last synced, and the devices of this vault.")
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
    if isForDevices, !target.isEmpty || watch || isDryRun || bringCards || isThorough {
      throw ValidationError("--status and --device-name do not sync: use them alone")
    }
    switch target.first {
    case "add" where target.count != 3:
      throw ValidationError("add needs a name and a target; a folder of this name is ./add")
    case "remove" where target.count != 2 || watch || isDryRun || bringCards || isThorough:
      throw ValidationError("remove needs only a name; a folder of this name is ./remove")
    default: break
    }
    if bringCards, target.count != (target.first == "add" ? 3 : 1) {
      throw ValidationError("--bring-cards needs one target")
    }
  }

  func run(in console: Console) async throws {
    if isForDevices { return try await DevicesList(vault, console).show(naming: deviceName) }
    if target.first == "remove" { return try await forget(target[1], console) }
    let keys = vault.keyProvider(console).remembering
    let runs = try requests(keys).map {
      SyncRun(request: $0, vault: vault, keys: keys, console: console)
    }
    if bringCards, let syncRun = runs.first {
      try await VaultReplacement(syncRun: syncRun).run()
    } else if watch {
      var loop = SyncLoop(SyncRound(runs: runs, console: console), interval: every.duration)
      try await loop.run()
    } else {
      try await SyncRound(runs: runs, console: console).run()
    }
  }

  private var isForDevices: Bool { status || deviceName != nil }

  private func requests(_ keys: @escaping KeyProvider) throws -> [SyncRequest] {
    if target.first == "add" {
      return [
        try SyncRequest(
          adding: target[2], as: target[1], isThorough: isThorough, isDryRun: isDryRun)
      ]
    }
    let locations = try vault.locations()
    return try [SyncRequest](with: target, isThorough: isThorough, isDryRun: isDryRun) {
      // A device that joins a vault knows no targets.
      guard target.isEmpty || Vault.exists(at: locations.vault) else { return [] }
      return try Vault.knownTargets(at: locations, keyProvider: keys)
    }
  }

  private func forget(_ name: String, _ console: Console) async throws {
    let store = try await vault.open(console)
    let forgotten = try await store.forgetTarget(named: name)
    console.noteStored()
    if common.format.isForScripts {
      return console.result(json: await DevicesReport(of: store))
    }
    let place = PasswordMasking(target: forgotten.target).masked.printable
    console.result("Forgotten: \(forgotten.name). The copy at \(place) stays.")
  }
}
