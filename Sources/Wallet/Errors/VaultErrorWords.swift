internal import Cards
package import SystemPackage
package import VaultFormat
internal import VaultStore

extension VaultError: Explained {
  /// The error in words: a vault that could not be created, opened or changed.
  package var failure: Failure {
    switch self {
    case .noVault(let path):
      Failure(
        "there is no vault at \(path.shown)",
        because: "the folder does not exist, or contains no vault",
        try: .run("init").or(.run("sync", "TARGET", note: "with the key of another device")),
        onPage: "put its folder back, or mount its drive", status: .noVault)
    case .vaultExists(let path):
      Failure(
        "no vault was created at \(path.shown)", because: "there is one already",
        try: .run("list").or(.option("use --vault with a new folder for a second vault")),
        status: .conflict)
    case .folderNotEmpty(let path):
      Failure(
        "no vault was created at \(path.shown)", because: "the folder holds other files",
        try: .option("use --vault with an empty or new folder"), status: .conflict)
    case .keyFileInsideVault(let path):
      Failure(
        "the key file cannot be at \(path.shown)",
        because: "it would be synced with the vault that it opens",
        try: .option("use --key-file with a path outside the vault"),
        status: .usage)
    case .keyFile(let problem, let path):
      Failure(problem, path)
    case .passphraseNeeded:
      Failure(
        "cannot open the vault",
        because: "its key has a passphrase, and there is no terminal to ask for it",
        try: .run("unlock", note: "on a terminal").or(
          .use("--passphrase-fd", "N", note: "in scripts")),
        onPage: "type the passphrase", status: .wrongKey)
    case .wrongPassphrase:
      Failure(
        "cannot open the vault",
        because: "that is not the passphrase of its key, or the key file was altered",
        try: .run("key", "check", note: "it only tries the passphrase").or(Failure.lostPassphrase),
        onPage: "type it again", status: .wrongKey)
    case .passphrase(let problem): Failure(problem)
    case .noMemoryForPassphrase(let kibibytes):
      Failure(
        "there is not enough memory to check the passphrase",
        because: "checking it needs \(kibibytes >> 10) MiB; less is available",
        try: "close other programs", status: .unexpected)
    case .noKeyring(let errno):
      Failure(
        "the key cannot be kept unlocked",
        because: "the kernel's keyring is unavailable or full: \(errno.description)",
        try: .option("enter the passphrase each time, on a terminal or through --passphrase-fd"),
        status: .unexpected)
    case .wrongKey(_, let path):
      Failure(
        "cannot open the vault", because: "the key file at \(path.shown) belongs to another vault",
        try: .option("use --key-file with this vault's own key"), status: .wrongKey)
    case .keyReplaced(let successor):
      Failure(
        "nothing was saved", because: successor.replacement,
        try: successor.advice, status: .wrongKey)
    case .olderThanRemembered(let path, hasKey: true):
      Failure(
        "nothing was saved",
        because: "the vault at \(path.shown) " + Failure.lacksSaves,
        try: Failure.newerCopy, status: .wrongKey)
    case .olderThanRemembered(let path, hasKey: false):
      Failure(
        "nothing was saved",
        because:
          "this device last saved under another key of the vault at \(path.shown), and that key is missing now",
        try: Failure.newerCopyOrKey, status: .wrongKey)
    case .severalVaults(let vaults):
      Failure(
        "cannot open the vault",
        because:
          "this folder contains \(vaults.count) vaults, and this device has used none of them",
        try: vaults.compactMap { $0.keyFiles.first.map { Advice.use("--key-file", .path($0)) } }
          .joined
          ?? .option("use --key-file with the key of the vault that you mean"), status: .wrongKey)
    case .retiredSaves(let saves):
      Failure(
        "nothing was merged",
        because:
          "\(saves.count.saves) \(saves.count == 1 ? "was" : "were") made under another key of this "
          + "vault, and anyone with that key could have made \(saves.count == 1 ? "it" : "them")",
        try: .option(
          "run the same command on a terminal, which shows \(saves.count == 1 ? "it" : "them") and asks"
        ).or(.option("use --yes to take \(saves.count == 1 ? "it" : "them") in")),
        onPage: .run("merge", "FILE", note: "it shows them and asks"), status: .usage)
    case .vaultFileMissing(let path):
      Failure(
        "cannot open the vault",
        because: "its header, HASH.vault, is not in \(path.shown)",
        try: "copy the file whose name ends in .vault again from another device or a backup",
        status: .damaged)
    case .damaged(let names):
      Failure(
        "the vault is damaged", because: "these files were altered or cut short: \(names.shown)",
        try: "copy them again from another device or a backup", status: .damaged)
    case .newerFormat(let names):
      Failure(
        "the vault was written by a newer cardvault",
        because: "this version cannot read \(names.shown)",
        try: "update cardvault", status: .damaged)
    case .bundle(let problem): Failure(problem)
    case .readOnly(let path):
      Failure(
        "nothing was saved", because: "\(path.shown) is on a read-only file system",
        try: "mount it writable, or copy the vault", status: .unexpected)
    case .noSpace(let path):
      Failure(
        "nothing was saved", because: "the disk or quota of \(path.shown) is full",
        try: "free some space: the cards saved before are safe", status: .unexpected)
    case .tooLarge(let byteCount):
      Failure(
        "nothing was saved", because: "\(byteCount >> 20) MiB is too much for one change",
        try: "add fewer photos at a time", status: .usage)
    case .keyChangedMeanwhile(let path):
      Failure(
        "nothing was saved in the vault at \(path.shown)",
        because: "another cardvault process changed its key in the meantime",
        try: "run the same command again, which opens the vault with the new key",
        onPage: "try again in a moment", status: .inUse)
    case .inUse(let path):
      Failure(
        "the vault at \(path.shown) is in use",
        because: "another cardvault process is writing to it",
        try: "run the same command again in a moment", onPage: "try again in a moment",
        status: .inUse)
    case .permission(let path): Failure(refusing: RefusingFile(in: path), in: path)
    case .noGuardedMemory:
      Failure(
        "no memory for keys", because: "the system provides no locked memory or no random numbers",
        try: "close other programs", status: .unexpected)
    case .io(let errno, let path):
      Failure(
        "cannot use \(path.shown)", because: errno.reason,
        try: errno.isMissing ? "check the name" : "check the disk",
        status: errno.isMissing ? .nothingFound : .unexpected)
    }
  }
}

extension Failure {
  /// A vault's folder that cannot be used, since something there or above it refuses.
  fileprivate init(refusing file: RefusingFile, in folder: FilePath) {
    if file.isReadOnly {
      self = VaultError.readOnly(file.path).failure
      return
    }
    self.init(
      "cannot use \(file.path.shown)",
      because: file.path == folder
        ? "its permissions do not allow it"
        : "its permissions do not allow it, and the vault in \(folder.shown) needs it",
      // One command for all that refuses: the next one would only be named once this is mended.
      try: file.mode.map {
        .system("chmod", .text($0), .path(file.path)).or("become its owner")
      }
        ?? .system("chmod", "-R", "u+rwX", .path(folder)).or("become its owner"),
      status: .unexpected)
  }

  /// An import that stored nothing because another process uses the vault.
  package static func nothingImported(intoVaultInUseAt path: FilePath) -> Failure {
    let failure = VaultError.inUse(path).failure
    return Failure(
      "nothing was imported", because: "\(failure.what): \(failure.because)",
      try: failure.advice, status: failure.status)
  }

  /// A vault that is missing though this device has the key of one: a new vault would not hold its cards.
  package init(vaultMissingBesideKeyAt path: FilePath) {
    self.init(
      "there is no vault at \(path.shown)",
      because:
        "the folder does not exist, or contains no vault; but this device has a vault's key",
      try: .run("sync", "TARGET", note: "it brings that vault back")
        .or(.run("merge", "FILE", note: "with a bundle of that vault"))
        .or(.run("init", note: "for another vault")),
      onPage: "put its folder back, or mount its drive", status: .noVault)
  }

  /// What a copy of the vault lacks, after its name.
  static let lacksSaves =
    "is older than its present key, which is on this device"

  /// What to do about such a copy.
  static let newerCopy: Advice = .run("sync", "TARGET", note: "with a newer copy")
    .or(.run("key", "rotate", note: "if there is none; then this copy can be changed again"))
    .onPage(
      .prose("sync with a newer copy")
        .or(.run("key", "rotate", note: "if there is none; then this copy can be changed again")))

  /// What to do about such a copy if the present key is not on this device.
  static let newerCopyOrKey: Advice = newerKey(
    or: .run("sync", "TARGET", note: "with a newer copy, if its key is on this device")
  ).onPage(newerKey(or: "sync with a newer copy, if its key is on this device"))

  private static func newerKey(or other: Advice) -> Advice {
    .run("key", "restore", "PHOTO", note: "with that key's recovery sheet; then sync").or(other)
      .or(.run("key", "rotate", note: "if that key is lost"))
  }
}

extension Successor {
  /// Which key it is, in the words of its recovery sheet.
  package var words: String { "the key with the fingerprint \(fingerprint), made \(made.local)" }

  /// What this change of the vault's key means, in one sentence for anyone.
  package var replacement: String {
    if isContradicted { return "two people decided differently which of two keys is the vault's" }
    let day = made.local.prefix(10)
    return isOnThisMachine
      ? "the vault's key was changed on \(day), and this copy of the vault is older; sync it to save changes"
      : "the vault's key was changed on \(day), and the new key is not here; to save changes, restore it here"
  }

  /// How to get it, or what to do if nobody has it.
  package var advice: Advice {
    if isContradicted {
      return .run(
        "key", "rotate",
        note: "on one device only; then restore the key from its new recovery sheet on the others")
    }
    return isOnThisMachine
      ? retrieval
      : retrieval.or(.run("key", "rotate", note: "if that key is lost or not yours"))
  }

  /// How to get it.
  package var retrieval: Advice {
    isOnThisMachine
      ? .run("sync", "TARGET", note: "with a device that uses the new key, which is here already")
        .onPage("sync with a device that uses the new key")
      : .run(
        "key", "restore", "PHOTO",
        note: "with the recovery sheet of that key (fingerprint \(fingerprint)) or of a later one")
  }

  /// What to do about more new keys than anyone made.
  package static func furtherAdvice(on count: Int) -> Advice {
    .run(
      "key", "rotate",
      note:
        "if you did not make \(count == 1 ? "it" : "them"): then someone else has the vault's key")
  }
}

extension Int {
  /// This many more keys than those that are named.
  package var furtherKeys: String {
    "\(self) more \(self == 1 ? "key" : "keys") of the vault \(self == 1 ? "is" : "are") claimed to exist"
  }
}
