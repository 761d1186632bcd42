internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// A bundle that a person names, and the passphrases that it may take.
struct BundleInput {
  let path: FilePath
  let vault: VaultOptions
  /// What did not happen when it cannot be used.
  let refusal: String

  /// Finds the file.
  init(_ argument: String, _ vault: VaultOptions, refusal: String) throws {
    path = try FileArguments.path(argument)
    self.vault = vault
    self.refusal = refusal
    if (try? path.stat().type) == .directory {
      throw Failure.usage(
        refusal, because: "\(path.shown) is a folder",
        try: "cardvault verify --vault FOLDER, or cardvault merge FOLDER")
    }
  }

  /// Looks at the file, or says in words why that cannot be.
  func file() throws -> BundleFile {
    do throws(VaultError) {
      return try BundleFile(at: path)
    } catch {
      throw failure(error)
    }
  }

  /// How keys in it, or of other vaults, are opened.
  func keyProvider(
    for bundle: borrowing BundleFile
  ) -> @Sendable (WrappedKey) throws(VaultError) -> sending RootKey {
    let (own, keys) = (bundle.wrappedKey, vault.keyProvider)
    return { (key) throws(VaultError) in
      guard key == own else { return try keys.root(of: key) }
      return try keys.passphrases.root(of: key, named: "the bundle")
    }
  }

  /// What went wrong with it, in words.
  func failure(_ error: VaultError) -> Failure {
    switch error {
    case .bundle(let problem): return Failure(problem, refusal)
    case .passphraseNeeded:
      return Failure(
        refusal, because: "it takes a passphrase, and nobody can be asked for it",
        try: "--passphrase-fd", status: .wrongKey)
    case .io(let errno, path):
      let what = "cannot read \(path.shown)"
      switch errno {
      case .noSuchFileOrDirectory, .notDirectory:
        return Failure(
          what, because: "there is no such file", try: "check the name", status: .nothingFound)
      case .invalidArgument, .isDirectory, .tooManySymbolicLinkLevels:
        return Failure.usage(
          what, because: "it is no plain file", try: "a file that cardvault export wrote")
      default:
        return Failure(
          what, because: "the system says: \(errno.description)", try: "chmod u+r, or another copy",
          status: .unexpected)
      }
    default: return Failure(error)
    }
  }
}
