internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultStore

extension Failure {
  /// A vault that could not be made, opened or changed.
  init(_ error: VaultError) {
    switch error {
    case .noVault(let path):
      self.init(
        "there is no vault at \(path.shown)",
        because: "the folder does not exist, or holds no vault",
        try: "cardvault init", status: .noVault)
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
        "the key file may not lie at \(path.shown)",
        because: "it would travel with the vault it opens", try: "--key-file outside the vault",
        status: .usage)
    case .keyFile(let problem, let path):
      self.init(problem, path)
    case .wrongKey(_, let path):
      self.init(
        "cannot open the vault", because: "the key file at \(path.shown) belongs to another vault",
        try: "--key-file with this vault's own key", status: .wrongKey)
    case .damaged(let names):
      self.init(
        "the vault is damaged", because: "these files were altered or cut short: \(names.shown)",
        try: "copy them again from another device or a backup", status: .damaged)
    case .newerFormat(let names):
      self.init(
        "the vault was written by a newer cardvault",
        because: "this one cannot read \(names.shown)",
        try: "a newer cardvault", status: .damaged)
    case .readOnly(let path):
      self.init(
        "nothing was stored", because: "\(path.shown) lies on a file system that is read-only",
        try: "mount it writable, or copy the vault", status: .unexpected)
    case .noSpace(let path):
      self.init(
        "nothing was stored", because: "the disk or quota of \(path.shown) is full",
        try: "free some space; the cards stored before are safe", status: .unexpected)
    case .tooLarge(let byteCount):
      self.init(
        "nothing was stored", because: "\(byteCount >> 20) MB at once are more than a vault takes",
        try: "fewer photos at a time", status: .usage)
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

  private init(_ problem: KeyFileProblem, _ path: FilePath) {
    let what = "cannot use the key file at \(path.shown)"
    switch problem {
    case .missing:
      self.init(
        "cannot open the vault", because: "its key file is not at \(path.shown)",
        try: "copy it there from your other device or backup, or --key-file", status: .wrongKey)
    case .exists:
      self.init(
        "no key was made at \(path.shown)",
        because: "a file is there, and a key is never overwritten",
        try: "--key-file with another name", status: .conflict)
    case .notAFile:
      self.init(
        what, because: "it is a link, a folder or a device", try: "the key file itself",
        status: .wrongKey)
    case .readableByOthers(let mode):
      self.init(
        what, because: "others may read or change it (mode \(String(mode, radix: 8)))",
        try: "chmod 600, if nobody else has read it yet", status: .wrongKey)
    case .modesNotKept:
      self.init(
        "no key was made at \(path.shown)",
        because: "its file system keeps no permissions, and others could read the key there",
        try: "--key-file on another disk", status: .conflict)
    case .malformed:
      self.init(
        what, because: "it holds no key, or one with a typing error",
        try: "copy it again from your other device or backup", status: .wrongKey)
    case .newerFormat:
      self.init(
        what, because: "it was written by a newer cardvault", try: "a newer cardvault",
        status: .wrongKey)
    case .system(let code):
      self.init(
        what, because: "the system says: \(Errno(rawValue: code).description)",
        try: "become its owner, or chmod 600", status: .wrongKey)
    }
  }
}

extension FilePath {
  /// The path as an error shows it: the home folder as `~`, without control characters.
  var shown: String {
    let path = string
    guard let home = Environment["HOME"], home != "/", path.hasPrefix(home + "/") else {
      return path.printable
    }
    return "~\(path.dropFirst(home.count))".printable
  }
}

extension [String] {
  /// A few of the names, and how many more there are.
  var shown: String {
    let rest = count - 3
    return prefix(3).joined(separator: ", ").printable + (rest > 0 ? " and \(rest) more" : "")
  }
}
