internal import Cards
package import Sealing
package import SystemPackage
package import VaultFormat
package import VaultStore
package import Wallet

/// A bundle named on the command line, and the passphrases that it may need.
package struct BundleInput {
  /// The bundle.
  package let path: FilePath
  /// The vault whose keys may open it.
  package let vault: VaultOptions
  /// The error's first line, if the bundle cannot be used.
  package let refusal: String

  /// Finds the file.
  package init(_ argument: String, _ vault: VaultOptions, refusal: String) throws {
    guard argument != "-" else {
      throw Failure.usage(
        refusal, because: "a bundle is read from a file, not from standard input",
        try: "save it to a file, then run the same command with that file")
    }
    path = try FileArguments.path(argument)
    self.vault = vault
    self.refusal = refusal
    if (try? path.stat().type) == .directory {
      throw Failure.usage(
        refusal, because: "\(path.shown) is a folder",
        try: "cardvault verify --vault FOLDER, or cardvault merge FOLDER")
    }
  }

  /// Opens the file, or throws a `Failure` that explains why it cannot be opened.
  package func file() throws -> BundleFile {
    do throws(VaultError) {
      return try BundleFile(at: path)
    } catch {
      throw failure(error)
    }
  }

  /// Opens keys that are in the bundle or belong to other vaults.
  ///
  /// - Parameters:
  ///   - own: The key in the bundle.
  ///   - keys: Where the roots of all other keys come from.
  /// - Returns: Where the roots come from.
  package func keyProvider(
    for own: WrappedKey?, besides keys: @escaping KeyProvider
  ) -> KeyProvider {
    let passphrases = vault.passphrases
    return { (key) throws(VaultError) in
      guard key == own else { return try keys(key) }
      return try passphrases.root(of: key, named: "the bundle")
    }
  }

  /// The error in words.
  package func failure(_ error: VaultError) -> Failure {
    switch error {
    case .bundle(.notABundle) where path.mayBeForeign, .bundle(.damaged) where path.mayBeForeign:
      return Failure.usage(
        refusal, because: "\(path.shown) is another wallet's file, not a bundle",
        try: "cardvault import \(path.shellWord)")
    case .bundle(let problem): return Failure(problem, refusal)
    case .passphrase(.refused):
      return Failure(
        refusal, because: "that is not the bundle's passphrase, or not that of a key before it",
        try: Failure(error).advice, status: .wrongKey)
    case .passphraseNeeded:
      return Failure(
        refusal, because: "it needs a passphrase, and there is no terminal to ask for it",
        try: "run the same command on a terminal, or with --passphrase-fd", status: .wrongKey)
    case .io(let errno, path):
      let what = "cannot read \(path.shown)"
      switch errno {
      case .noSuchFileOrDirectory, .notDirectory:
        return Failure(
          what, because: "there is no such file", try: "check the name", status: .nothingFound)
      case .invalidArgument, .isDirectory, .tooManySymbolicLinkLevels:
        return Failure.usage(
          what, because: "it is not a regular file", try: "use a file written by cardvault export")
      default:
        return Failure(
          what, because: errno.reason, try: "chmod u+r \(path.shellWord), or use another copy",
          status: .unexpected)
      }
    default: return Failure(error)
    }
  }
}
