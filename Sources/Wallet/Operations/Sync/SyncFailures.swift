internal import Cards
internal import Sealing
package import SystemPackage
internal import VaultFormat
internal import VaultStore
package import VaultSync

extension Failure {
  /// A vault that could not be synced.
  package init(_ error: SyncError, target: String, vault: FilePath) {
    let masking = PasswordMasking(target: target)
    // A password is not repeated.
    let typed: Command.Word = masking.masked == target ? .operand(target) : "TARGET"
    let bringCards = Advice.run(
      "sync", "--bring-cards", typed,
      note: "it replaces the vault here with that one, and brings the cards from here along")
    let isFolder = if case .folder? = SyncTarget(target) { true } else { false }
    let target = masking.masked.printable
    switch error {
    case .vault(.keyFile(.missing, let file)) where !Vault.exists(at: vault):
      let id = VaultLocations.isOwnName(file) ? file.lastComponent.map { ", \($0.string)," } : nil
      self.init(
        "cannot join the vault at \(target)", because: "its key\(id ?? "") is not on this device",
        try: .run(
          "key", "restore", "PHOTO",
          note: "with a recovery sheet from the other device; then run this command again"),
        status: .wrongKey)
    case .vault(.passphraseNeeded) where !Vault.exists(at: vault):
      // Without a vault here, there is nothing to unlock.
      self.init(
        "cannot join the vault at \(target)",
        because: "its key has a passphrase, and there is no terminal to ask for it",
        try: Failure.givenPassphrase,
        status: .wrongKey)
    case .vault(.wrongKey):
      self.init(
        "cannot open the vault at \(target)",
        because: "the key on this device belongs to another vault",
        try: .run("key", "restore", "PHOTO", note: "with the recovery sheet of that vault"),
        status: .wrongKey)
    case .vault(let error): self = error.failure
    case .transport(let problem):
      self.init(
        problem, masking, what: "\(target) could not be synced",
        again: .prose("run the same command again: finished transfers are kept")
          .onPage("sync again: finished transfers are kept"))
    case .copyGone(let name):
      self.init(
        "\(target) could not be synced",
        because: "the copy of the vault that was there is gone",
        try: .prose(isFolder ? "plug in or mount its drive" : "check the address").or(
          // A placeholder, as nobody should make one without thinking.
          .run("sync", "add", .text(name), "TARGET", note: "to make a new copy at that place")),
        onPage:
          "\(isFolder ? "plug in or mount its drive" : "check the address"); or add it again under the same name, to make a new copy there",
        status: .nothingFound)
    case .nameTaken(let name):
      self.init(
        "\(target) was not added", because: "another target here has that name",
        try: .prose("use another name").or(
          .run("sync", "remove", .text(name), note: "if that one is no longer used; its copy stays")
        ), onPage: "use another name, or forget the other target first", status: .usage)
    case .anotherVault(isKeyHere: true, keys: _):
      self.init(
        "\(target) holds another vault",
        because:
          "its key is on this device, but the vault at \(vault.shown) has another one; nothing was changed",
        try: bringCards.or(.run("sync", "--vault", "FOLDER", typed, note: "to keep both vaults")),
        onPage: .prose("sync with another target").or(bringCards),
        status: .wrongKey)
    case .anotherVault(isKeyHere: false, keys: let keys):
      self.init(
        "\(target) holds another vault, or the one at \(vault.shown) under a key that is not on this device",
        because: "no key on this device opens any file there, and nothing there was changed"
          + (keys.count == 1 ? "; this device lacks the key \(keys[0])" : ""),
        try: .run(
          "key", "restore", "PHOTO",
          note:
            "with the newest recovery sheet of that vault; then sync TARGET, with --bring-cards if "
            + "you ran init here by mistake"
        ).or(.option("use --vault with another folder, to keep both vaults")),
        onPage: .prose("sync with another target").or(
          .run("key", "restore", "PHOTO", note: "with the newest recovery sheet of that vault")),
        status: .wrongKey)
    case .noHeader(let names):
      self.init(
        "\(target) contains no vault, or a damaged one",
        because: "these files are named like a vault header but are not one: \(names.shown)",
        try: .prose("use an empty or new folder").or(
          "if a vault was there, copy its file that ends in .vault there again from another device"),
        status: .conflict)
    case .notEmpty:
      self.init(
        "nothing was copied to \(target)", because: "it holds other files and no vault",
        try: "use an empty or new folder in it, such as \(target)/cardvault", status: .conflict)
    case .partOfVault:
      self.init(
        "cannot sync with \(target)", because: "it is a folder inside a vault",
        try: "use the folder above it", status: .usage)
    case .noVault:
      self.init(
        "no vault was found at \(target)", because: "it contains no vault header (HASH.vault)",
        try: Vault.exists(at: vault)
          ? "check the target"
          : .prose("check the target").or(.run("init", note: "if you have no vault yet")),
        onPage: "check the target", status: .noVault)
    case .sameFolder:
      self.init(
        "cannot sync with \(target)",
        because: "it is the vault itself, or one folder is inside the other",
        try: "use a folder elsewhere", status: .usage)
    case .restless:
      self.init(
        "\(target) could not be synced",
        because: "other programs change it faster than it can be read",
        try: "run the same command again in a moment", onPage: "sync again in a moment",
        status: .inUse)
    case .inUse:
      self.init(
        "\(target) was not synced",
        because: "another cardvault process is syncing the vault with it",
        try: "run the same command again in a moment", onPage: "sync again in a moment",
        status: .inUse)
    case .stopped:
      self.init(
        "\(target) was not synced completely", because: "the sync was stopped",
        try: "run the same command again: finished transfers are kept",
        onPage: "sync again: finished transfers are kept", status: .interrupted)
    }
  }

  /// A place that cannot be used; `what` was to be done, and `again` is what a person can try.
  init(
    _ problem: TransportProblem, _ masking: PasswordMasking, what: String, again: Advice
  ) {
    switch problem {
    // To a script, a target that a program cannot reach is like a stick that is not plugged in.
    case .programMissing(let name):
      self.init(
        what, because: "the program \(name) is not installed",
        try: DebianPackages.installing(.text(name)),
        status: .nothingFound)
    case .failed(let program, let words):
      self.init(
        what, because: "\(program) reported: \(masking.masked(in: words).printable)",
        try: "check the target with \(program) itself; then run the same command again",
        onPage: "check the target with \(program) itself; then try again",
        status: .nothingFound)
    case .noFolder(let path):
      self.init(
        what, because: "neither \(path.shown) nor the folder above it exists",
        try: "plug in or mount the drive, or check the name", status: .nothingFound)
    case .system(let errno, let path):
      switch errno {
      case .noSpace, .diskQuotaExceeded:
        self.init(
          what, because: "the disk or quota of \(path.shown) is full",
          try: "free some space there", status: .unexpected)
      case .readOnlyFileSystem:
        self.init(
          what, because: "\(path.shown) is on a file system that is mounted read-only",
          try: "mount it writable, or use another target", status: .unexpected)
      case .permissionDenied, .notPermitted: self = VaultError.permission(path).failure
      case .tooManySymbolicLinkLevels, .fileNameTooLong:
        self.init(
          what, because: "\(path.shown) is not a usable folder: \(errno.reason)",
          try: "name another folder", status: .usage)
      case .noSuchFileOrDirectory:
        self.init(
          what, because: "\(path.shown) is gone, or nothing can be created there",
          try: "check the name, or plug in or mount its drive", status: .nothingFound)
      case .notDirectory:
        self.init(
          what, because: "\(path.shown) is not a folder", try: "use a folder", status: .usage)
      default:
        self.init(
          what, because: "\(path.shown) cannot be used: \(errno.reason)", try: again,
          status: .unexpected)
      }
    }
  }
}

extension Failure {
  /// A text that is not a sync target.
  package static func notATarget(_ typed: String) -> Failure {
    .usage(
      "“\(PasswordMasking(target: typed).masked.printable)” is not a sync target",
      because: "a target is a folder, rclone:REMOTE:PATH or git:URL",
      try: .prose("write it like /media/stick/cards").or(
        .system("rclone", "listremotes", note: "it lists the names of remotes")))
  }

  /// A word that is neither the name of a known target nor that of a folder here.
  package static func noTarget(named name: String, among known: [String]) -> Failure {
    let folder = Advice.run(
      "sync", .operand("./\(name)"), note: "for a copy in a new folder here")
    let meant = Misspelling.word(meantBy: name, among: known)
    return .usage(
      "“\(name)” is not a sync target",
      because: known.isEmpty
        ? "this device knows no targets yet, and there is no folder of that name here"
        : "this device knows \(known.shown), and there is no folder of that name here",
      try: (meant.map { Advice.run("sync", .text($0)).or(folder) } ?? folder),
      onPage: .prose(
        meant.map { "perhaps you mean \($0)" }
          ?? "type the whole path of a folder, rclone:REMOTE:PATH or git:URL"))
  }

  /// A word that is not the name of a known target, which was to be forgotten.
  static func noTarget(toForget name: String, among known: [String]) -> Failure {
    Failure(
      "no target is called “\(PasswordMasking(target: name).masked.printable)”",
      because: known.isEmpty
        ? "this device knows no targets yet" : "this device knows \(known.shown)",
      try: .run("sync", "--status", note: "it lists them"), onPage: "reload this page",
      status: .nothingFound)
  }

  /// A text that cannot be the name of a target.
  static func notAName(_ typed: String) -> Failure {
    .usage(
      "“\(PasswordMasking(target: typed).masked.printable)” cannot be the name of a target",
      because:
        "a name has up to \(TargetName.maxCount) letters, digits, spaces and -_.+&, and is not add or remove",
      try: .run("sync", "add", "stick", "TARGET"), onPage: "write it like stick")
  }

  /// A vault that was to be synced with all known targets, but was not synced before.
  package static let neverSynced = Failure.usage(
    "nothing was synced", because: "this device has not synced the vault yet",
    try: .run(
      "sync", "TARGET", note: "with a folder, rclone:REMOTE:PATH or git:URL; it is remembered"),
    onPage: "type a folder, rclone:REMOTE:PATH or git:URL; it is remembered")
}
