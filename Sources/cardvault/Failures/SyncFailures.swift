internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

extension Failure {
  /// A vault that could not be synced.
  init(_ error: SyncError, target: String, vault: FilePath) {
    let masking = PasswordMasking(target: target)
    let target = masking.masked.printable
    switch error {
    case .vault(.keyFile(.missing, _)) where !Vault.exists(at: vault):
      self.init(
        "cannot join the vault at \(target)", because: "its key is not on this device",
        try:
          "cardvault key restore SHEET, with the sheet that cardvault key sheet makes on the other "
          + "device; then this again", status: .wrongKey)
    case .vault(.wrongKey):
      self.init(
        "cannot open the vault at \(target)", because: "the key here belongs to another vault",
        try: "cardvault key restore SHEET, with the sheet of that vault", status: .wrongKey)
    case .vault(let error): self.init(error)
    case .transport(let problem): self.init(problem, masking)
    case .anotherVault:
      self.init(
        "\(target) holds another vault than \(vault.shown), or this one under a key that is not here",
        because: "no key here proves a file there; it was left as it is",
        try:
          "cardvault key restore PHOTO, with the newest recovery sheet, then this again. If cardvault init "
          + "was typed here by mistake: move \(vault.shown) away first. To keep both vaults, use --vault "
          + "for one of them",
        status: .wrongKey)
    case .noHeader(let names):
      self.init(
        "\(target) holds no vault, or a damaged one",
        because: "what is called like a vault's header there is none: \(names.shown)",
        try: "an empty or new folder; or move that file away; or, if a vault was there, copy its "
          + "*.vault file there again from another device",
        status: .conflict)
    case .notEmpty:
      self.init(
        "nothing was put into \(target)", because: "other things are there, and no vault",
        try: "an empty or new folder in it, such as \(target)/cardvault", status: .conflict)
    case .partOfVault:
      self.init(
        "\(target) is no place to sync with", because: "it is a folder inside a vault",
        try: "the folder above it", status: .usage)
    case .noVault:
      self.init(
        "no vault was found at \(target)", because: "there is no vault header (HASH.vault) in it",
        try: "another target; cardvault init, where there is no vault at all",
        status: .noVault)
    case .sameFolder:
      self.init(
        "\(target) is no place to sync with",
        because: "it is the vault itself, or one is in the other",
        try: "a folder elsewhere", status: .usage)
    case .restless:
      self.init(
        "\(target) could not be brought in step",
        because: "others change it faster than it can be read",
        try: "the same command again in a moment", status: .inUse)
    }
  }

  private init(_ problem: TransportProblem, _ masking: PasswordMasking) {
    let what = "\(masking.masked.printable) could not be brought in step"
    let again = "the same command again: what was carried until now counts"
    switch problem {
    case .programMissing(let name):
      self.init(
        what, because: "the program \(name) is not installed", try: "apt-get install \(name)",
        status: .unexpected)
    case .failed(let program, let words):
      self.init(
        what, because: "\(program) says: \(masking.masked(in: words).printable)",
        try: "check the target with \(program) itself; then \(again)", status: .unexpected)
    case .noFolder(let path):
      self.init(
        what, because: "there is no folder \(path.shown), nor one above it to make it in",
        try: "plug it in or mount it, or check the name", status: .nothingFound)
    case .system(let errno, let path):
      switch errno {
      case .noSpace, .diskQuotaExceeded:
        self.init(
          what, because: "the disk or quota of \(path.shown) is full",
          try: "free some space there; what was carried until now counts", status: .unexpected)
      case .permissionDenied, .notPermitted, .readOnlyFileSystem:
        self.init(
          what, because: "\(path.shown) may not be changed or read by you",
          try: "chmod u+rwX, or mount it writable", status: .unexpected)
      case .notDirectory:
        self.init(
          what, because: "\(path.shown) is no folder", try: "a folder", status: .usage)
      default:
        self.init(
          what, because: "the system says of \(path.shown): \(errno.description)", try: again,
          status: .unexpected)
      }
    }
  }
}
