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
    let target = masking.masked.printable
    switch error {
    case .vault(.keyFile(.missing, _)) where !Vault.exists(at: vault):
      self.init(
        "cannot join the vault at \(target)", because: "its key is not on this device",
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
    case .transport(let problem): self.init(problem, masking)
    case .anotherVault(isKeyHere: true):
      self.init(
        "\(target) holds another vault",
        because:
          "its key is on this device, but the vault at \(vault.shown) has another one; nothing was changed",
        try: bringCards.or(.run("sync", "--vault", "FOLDER", typed, note: "to keep both vaults")),
        onPage: .prose("sync with another target").or(bringCards),
        status: .wrongKey)
    case .anotherVault(isKeyHere: false):
      self.init(
        "\(target) holds another vault, or the one at \(vault.shown) under a key that is not on this device",
        because: "no key on this device opens any file there; nothing there was changed",
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

  private init(_ problem: TransportProblem, _ masking: PasswordMasking) {
    let what = "\(masking.masked.printable) could not be synced"
    let again: Advice = "run the same command again: finished transfers are kept"
    let againOnPage: Advice = "sync again: finished transfers are kept"
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
        onPage: "check the target with \(program) itself; then sync again",
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
          try: "free some space there; finished transfers are kept", status: .unexpected)
      case .permissionDenied, .notPermitted, .readOnlyFileSystem:
        self.init(
          what, because: "you have no permission to read or change all of \(path.shown)",
          try: .system("chmod", "-R", "u+rwX", .path(path)).or("mount it writable"),
          status: .unexpected)
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
          onPage: againOnPage, status: .unexpected)
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

  /// A vault that was to be synced with the last target, but was not synced before.
  package static let neverSynced = Failure.usage(
    "nothing was synced", because: "this device has not synced the vault yet",
    try: .run(
      "sync", "TARGET", note: "with a folder, rclone:REMOTE:PATH or git:URL; it is remembered"),
    onPage: "type a folder, rclone:REMOTE:PATH or git:URL; it is remembered")

  /// A folder of an earlier sync that is not there: a stick that is not plugged in must not become a folder.
  package static func targetGone(_ path: FilePath) -> Failure {
    Failure(
      "\(path.shown) could not be synced", because: "the folder of the last sync is gone",
      try: .prose("plug in or mount its drive").or(
        .run("sync", "TARGET", note: "to make a copy somewhere else")),
      onPage: "plug in or mount its drive; or type the target, to make a new copy",
      status: .nothingFound)
  }
}
