internal import Cards
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import Wallet

extension Failure {
  /// A vault that could not be made, opened or changed.
  init(_ error: VaultError) {
    switch error {
    case .noVault(let path):
      self.init(
        "there is no vault at \(path.shown)",
        because: "the folder does not exist, or holds no vault",
        try: "cardvault init; or cardvault sync TARGET, with the key of another device",
        status: .noVault)
    case .vaultExists(let path):
      self.init(
        "no vault was made at \(path.shown)", because: "there is one already",
        try: "cardvault list; or --vault DIR for a second vault. To use it on another device, copy "
          + "its folder and its key file there", status: .conflict)
    case .folderNotEmpty(let path):
      self.init(
        "no vault was made at \(path.shown)", because: "the folder holds something else",
        try: "--vault with an empty or new folder", status: .conflict)
    case .keyFileInsideVault(let path):
      self.init(
        "the key file may not be at \(path.shown)",
        because: "it would travel with the vault it opens", try: "--key-file outside the vault",
        status: .usage)
    case .keyFile(let problem, let path):
      self.init(problem, path)
    case .passphraseNeeded:
      self.init(
        "cannot open the vault",
        because: "its key has a passphrase, and nobody can be asked for it",
        try: "cardvault unlock, on a terminal; or --passphrase-fd", status: .wrongKey)
    case .wrongPassphrase:
      self.init(
        "cannot open the vault",
        because: "that is not the passphrase of its key, or the key file was altered",
        try: "the same command again; or cardvault key restore with the recovery sheet",
        status: .wrongKey)
    case .passphrase(let problem): self.init(problem)
    case .noMemoryForPassphrase(let kibibytes):
      self.init(
        "no memory for the passphrase",
        because: "trying it takes \(kibibytes >> 10) MB, and the system has not as much free",
        try: "close other programs", status: .unexpected)
    case .noKeyring(let errno):
      self.init(
        "the key cannot be kept unlocked",
        because: "the kernel's keyring is not there or full: \(errno.description)",
        try: "the passphrase each time, on a terminal or by --passphrase-fd", status: .unexpected)
    case .wrongKey(_, let path):
      self.init(
        "cannot open the vault", because: "the key file at \(path.shown) belongs to another vault",
        try: "--key-file with this vault's own key", status: .wrongKey)
    case .keyReplaced(let successor):
      self.init(
        "nothing was saved", because: "the vault's key was replaced: \(successor.words)",
        try: successor.advice, status: .wrongKey)
    case .olderThanRemembered(let path):
      self.init(
        "nothing was saved",
        because:
          "this machine saved under another key of the vault at \(path.shown), which is not here",
        try: "cardvault sync with a newer copy, or bring that key back; where it is lost, "
          + "cardvault key rotate", status: .wrongKey)
    case .severalVaults(let vaults):
      self.init(
        "cannot tell which vault this folder is",
        because:
          "it holds headers of \(vaults.count) vaults, and this machine has used none of them there",
        try: vaults.compactMap { $0.keyFiles.first.map { "--key-file \($0.shown)" } }
          .joined(separator: ", or "), status: .wrongKey)
    case .rotatedBefore(let path):
      self.init(
        "cannot open the vault at \(path.shown)",
        because: "its key was changed by a version of cardvault whose format was not final",
        try:
          "cardvault export FILE --passphrase with that version; then cardvault init --vault FOLDER "
          + "and cardvault merge FILE with this one", status: .damaged)
    case .siblingKeys:
      self.init(
        "nothing was removed",
        because: "another key of the vault is here that replaced the same key, on another device",
        try: "cardvault key rotate, which makes one key of both", status: .conflict)
    case .claimedSegments(let claims):
      self.init(
        "nothing was merged",
        because: "\(claims.count) saves in it were sealed under a replaced key",
        try: "--take-in or --leave-out", status: .usage)
    case .tooManyKeys(let limit):
      self.init(
        "the key was not changed", because: "a vault takes \(limit) keys in its life",
        try: "a new vault: cardvault init --vault", status: .conflict)
    case .vaultFileMissing(let path):
      self.init(
        "the vault cannot be opened",
        because: "the file that says whose it is, HASH.vault, is not in \(path.shown)",
        try: "copy the file whose name ends in .vault again from another device or a backup",
        status: .damaged)
    case .damaged(let names):
      self.init(
        "the vault is damaged", because: "these files were altered or cut short: \(names.shown)",
        try: "copy them again from another device or a backup", status: .damaged)
    case .newerFormat(let names):
      self.init(
        "the vault was written by a newer cardvault",
        because: "this one cannot read \(names.shown)",
        try: "a newer cardvault", status: .damaged)
    case .bundle(let problem): self.init(problem)
    case .readOnly(let path):
      self.init(
        "nothing was stored", because: "\(path.shown) is on a file system that is read-only",
        try: "mount it writable, or copy the vault", status: .unexpected)
    case .noSpace(let path):
      self.init(
        "nothing was stored", because: "the disk or quota of \(path.shown) is full",
        try: "free some space; the cards stored before are safe", status: .unexpected)
    case .tooLarge(let byteCount):
      self.init(
        "nothing was stored", because: "\(byteCount >> 20) MB at once are more than a vault takes",
        try: "fewer photos at a time", status: .usage)
    case .keyChangedMeanwhile(let path):
      self.init(
        "nothing was stored in the vault at \(path.shown)",
        because: "another cardvault changed its key while this one was at work",
        try: "the same command again, which opens the vault with the new key", status: .inUse)
    case .inUse(let path):
      self.init(
        "the vault at \(path.shown) is in use", because: "another cardvault is writing to it",
        try: "the same command again in a moment", status: .inUse)
    case .permission(let path):
      self.init(
        "cannot use \(path.shown)",
        because: "its permissions, or those of a folder above, forbid it",
        try: "become its owner, or chmod u+rwX", status: .unexpected)
    case .noGuardedMemory:
      self.init(
        "no memory for keys", because: "the system gives no locked memory or no randomness",
        try: "close other programs", status: .unexpected)
    case .io(let errno, let path):
      self.init(
        "cannot use \(path.shown)", because: "the system says: \(errno.description)",
        try: "look at the disk", status: .unexpected)
    }
  }
}

extension Successor {
  /// The key, as a person finds it on its recovery sheet.
  var words: String { "the new one has the fingerprint \(fingerprint), made \(made.local)" }

  /// How to get at it.
  var advice: String {
    isOnThisMachine
      ? "cardvault sync with a device that has the new key: its key file is here, and its header is not"
      : "cardvault key restore PHOTO, with the new recovery sheet; where that key is lost or not yours, "
        + "cardvault key rotate"
  }
}
