internal import Cards
package import SystemPackage
package import VaultFormat
internal import VaultStore

extension Failure {
  /// A vault that could not be created, opened or changed.
  package init(_ error: VaultError) {
    switch error {
    case .noVault(let path):
      self.init(
        "there is no vault at \(path.shown)",
        because: "the folder does not exist, or contains no vault",
        try: "cardvault init; or, with the key of another device, cardvault sync TARGET",
        onPage: "put its folder back, or mount its drive", status: .noVault)
    case .vaultExists(let path):
      self.init(
        "no vault was created at \(path.shown)", because: "there is one already",
        try:
          "cardvault list; or use --vault DIR for a second vault. To use this vault on another device, "
          + "cardvault key restore PHOTO and cardvault sync TARGET there", status: .conflict)
    case .folderNotEmpty(let path):
      self.init(
        "no vault was created at \(path.shown)", because: "the folder holds other files",
        try: "use --vault with an empty or new folder", status: .conflict)
    case .keyFileInsideVault(let path):
      self.init(
        "the key file cannot be at \(path.shown)",
        because: "it would be synced with the vault that it opens",
        try: "use --key-file with a path outside the vault",
        status: .usage)
    case .keyFile(let problem, let path):
      self.init(problem, path)
    case .passphraseNeeded:
      self.init(
        "cannot open the vault",
        because: "its key has a passphrase, and there is no terminal to ask for it",
        try: "cardvault unlock, on a terminal; or use --passphrase-fd",
        onPage: "type the passphrase", status: .wrongKey)
    case .wrongPassphrase:
      self.init(
        "cannot open the vault",
        because: "that is not the passphrase of its key, or the key file was altered",
        try:
          "cardvault key check, which only tries the passphrase; if it is lost, \(Self.lostPassphrase)",
        onPage: "type it again", status: .wrongKey)
    case .passphrase(let problem): self.init(problem)
    case .noMemoryForPassphrase(let kibibytes):
      self.init(
        "there is not enough memory to check the passphrase",
        because: "checking it needs \(kibibytes >> 10) MiB; less is available",
        try: "close other programs", status: .unexpected)
    case .noKeyring(let errno):
      self.init(
        "the key cannot be kept unlocked",
        because: "the kernel's keyring is unavailable or full: \(errno.description)",
        try: "enter the passphrase each time, on a terminal or through --passphrase-fd",
        status: .unexpected)
    case .wrongKey(_, let path):
      self.init(
        "cannot open the vault", because: "the key file at \(path.shown) belongs to another vault",
        try: "use --key-file with this vault's own key", status: .wrongKey)
    case .keyReplaced(let successor):
      self.init(
        "nothing was saved", because: successor.replacement,
        try: successor.advice, onPage: successor.pageAdvice, status: .wrongKey)
    case .olderThanRemembered(let path, hasKey: true):
      self.init(
        "nothing was saved",
        because: "the vault at \(path.shown) " + Self.lacksSaves,
        try: Self.lackedSaves, onPage: Self.lackedSavesOnPage, status: .wrongKey)
    case .olderThanRemembered(let path, hasKey: false):
      self.init(
        "nothing was saved",
        because:
          "this device last saved under another key of the vault at \(path.shown), and that key is missing now",
        try:
          "cardvault sync TARGET, with a newer copy; or cardvault key restore PHOTO with that key's sheet; if "
          + "that key is lost, cardvault key rotate",
        onPage: Self.olderOnPage, status: .wrongKey)
    case .severalVaults(let vaults):
      self.init(
        "cannot open the vault",
        because:
          "this folder contains \(vaults.count) vaults, and this device has used none of them",
        try: vaults.compactMap { $0.keyFiles.first.map { "use --key-file \($0.shellWord)" } }
          .joined(separator: ", or "), status: .wrongKey)
    case .retiredSaves(let saves):
      self.init(
        "nothing was merged",
        because:
          "\(saves.count.saves) \(saves.count == 1 ? "was" : "were") made under another key of this "
          + "vault, and anyone with that key could have made \(saves.count == 1 ? "it" : "them")",
        try:
          "use --yes to take \(saves.count == 1 ? "it" : "them") in; the same command on a terminal shows "
          + "\(saves.count == 1 ? "it" : "them") and asks",
        onPage: "cardvault merge FILE, in a terminal, shows them and asks", status: .usage)
    case .vaultFileMissing(let path):
      self.init(
        "cannot open the vault",
        because: "its header, HASH.vault, is not in \(path.shown)",
        try: "copy the file whose name ends in .vault again from another device or a backup",
        status: .damaged)
    case .damaged(let names):
      self.init(
        "the vault is damaged", because: "these files were altered or cut short: \(names.shown)",
        try: "copy them again from another device or a backup", status: .damaged)
    case .newerFormat(let names):
      self.init(
        "the vault was written by a newer cardvault",
        because: "this version cannot read \(names.shown)",
        try: "update cardvault", status: .damaged)
    case .bundle(let problem): self.init(problem)
    case .readOnly(let path):
      self.init(
        "nothing was saved", because: "\(path.shown) is on a read-only file system",
        try: "mount it writable, or copy the vault", status: .unexpected)
    case .noSpace(let path):
      self.init(
        "nothing was saved", because: "the disk or quota of \(path.shown) is full",
        try: "free some space; the cards saved before are safe", status: .unexpected)
    case .tooLarge(let byteCount):
      self.init(
        "nothing was saved", because: "\(byteCount >> 20) MiB is too much for one change",
        try: "add fewer photos at a time", status: .usage)
    case .keyChangedMeanwhile(let path):
      self.init(
        "nothing was saved in the vault at \(path.shown)",
        because: "another cardvault process changed its key in the meantime",
        try: "run the same command again, which opens the vault with the new key",
        onPage: "try again in a moment", status: .inUse)
    case .inUse(let path):
      self.init(
        "the vault at \(path.shown) is in use",
        because: "another cardvault process is writing to it",
        try: "run the same command again in a moment", onPage: "try again in a moment",
        status: .inUse)
    case .permission(let path):
      self.init(
        "cannot use \(path.shown)",
        because: "its permissions, or those of a folder above it, do not allow it",
        try: "become its owner, or chmod u+rwX \(path.shellWord)", status: .unexpected)
    case .noGuardedMemory:
      self.init(
        "no memory for keys", because: "the system provides no locked memory or no random numbers",
        try: "close other programs", status: .unexpected)
    case .io(let errno, let path):
      self.init(
        "cannot use \(path.shown)", because: errno.reason,
        try: errno.isMissing ? "check the name" : "check the disk",
        status: errno.isMissing ? .nothingFound : .unexpected)
    }
  }
}

extension Failure {
  /// An import that stored nothing because another process uses the vault.
  package static func nothingImported(intoVaultInUseAt path: FilePath) -> Failure {
    let failure = Failure(VaultError.inUse(path))
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
      try:
        "cardvault sync TARGET, or cardvault merge FILE with a bundle, which brings that vault back; or, for "
        + "another vault, cardvault init",
      onPage: Failure(VaultError.noVault(path)).pageAdvice, status: .noVault)
  }

  /// What to do on a page about a vault that is older than what this device saved.
  static let olderOnPage =
    "sync with a newer copy; or, in a terminal, cardvault key restore PHOTO with that key's sheet, or, if that "
    + "key is lost, cardvault key rotate"

  /// What a copy of the vault lacks, after its name.
  static let lacksSaves =
    "is older than its present key, which is on this device"

  /// What to do about such a copy.
  static let lackedSaves =
    "cardvault sync TARGET, with a newer copy; if there is none, cardvault key rotate, so that this copy "
    + "can be changed again"

  /// The same on a page.
  static let lackedSavesOnPage =
    "sync with a newer copy; if there is none, cardvault key rotate, in a terminal, so that this copy can be "
    + "changed again"
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

  /// How to get it.
  package var advice: String {
    if isContradicted {
      return "cardvault key rotate, on one device only; on the others cardvault key restore "
        + "PHOTO, with its new sheet"
    }
    return isOnThisMachine
      ? sheetAdvice : "\(sheetAdvice); if that key is lost or not yours, cardvault key rotate"
  }

  /// How to get it, if it is not lost.
  package var sheetAdvice: String {
    isOnThisMachine
      ? "cardvault sync TARGET, with a device that uses the new key; that key is here already"
      : "cardvault key restore PHOTO, with the recovery sheet of that key (fingerprint \(fingerprint)) or of a later one"
  }

  /// How to get it, for a person on a page.
  package var pageAdvice: String {
    isOnThisMachine
      ? "sync with a device that uses the new key" : "in a terminal, \(advice)"
  }

  /// What to do about more new keys than anyone made.
  package static var furtherAdvice: String {
    "cardvault key rotate, if you did not make them: then someone else has the vault's key"
  }
}

extension Int {
  /// This many more keys than those that are named.
  package var furtherKeys: String {
    "\(self) more \(self == 1 ? "key" : "keys") of the vault \(self == 1 ? "is" : "are") claimed to exist"
  }
}
