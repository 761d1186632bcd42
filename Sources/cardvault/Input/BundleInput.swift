internal import Cards
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// A bundle named on the command line, and the passphrases that it may need.
struct BundleInput {
  let path: FilePath
  /// The vault whose keys may open it.
  let vault: VaultOptions
  let console: Console
  /// The error's first line, if the bundle cannot be used.
  let refusal: String

  init(_ argument: String, _ vault: VaultOptions, refusal: String, _ console: Console) throws {
    guard argument != "-" else {
      throw Failure.usage(
        refusal, because: "a bundle is read from a file, not from standard input",
        try: "save it to a file, then run the same command with that file")
    }
    path = try FileArguments.path(argument)
    self.vault = vault
    self.console = console
    self.refusal = refusal
    if (try? path.stat().type) == .directory {
      throw Failure.usage(
        refusal, because: "\(path.shown) is a folder",
        try: .run("verify", "--vault", .path(path)).or(.run("merge", .path(path))))
    }
  }

  /// Opens the file, or throws a `Failure` that explains why it cannot be opened.
  func file() throws -> BundleFile {
    do throws(VaultError) {
      return try BundleFile(at: path)
    } catch {
      throw failure(error)
    }
  }

  /// Opens the bundle's own key with its passphrase, and all others with `keys`.
  func keyProvider(
    for own: WrappedKey?, alongside keys: @escaping KeyProvider
  ) -> KeyProvider {
    let passphrases = vault.passphrases(console)
    return { (key) throws(VaultError) in
      guard key == own else { return try keys(key) }
      return try passphrases.root(of: key, named: "the bundle")
    }
  }

  func failure(_ error: VaultError) -> Failure {
    switch error {
    case .bundle(.notABundle) where path.mayBeForeign, .bundle(.damaged) where path.mayBeForeign:
      return Failure.usage(
        refusal, because: "\(path.shown) is another wallet's file, not a bundle",
        try: .run("import", .path(path)))
    case .bundle(let problem): return Failure(problem, refusal)
    case .passphrase(.refused):
      return Failure(
        refusal, because: "that is not the bundle's passphrase, or not that of a key before it",
        try: error.failure.advice, status: .wrongKey)
    case .passphraseNeeded:
      return Failure(
        refusal, because: "it needs a passphrase, and there is no terminal to ask for it",
        try: Failure.givenPassphrase,
        status: .wrongKey)
    case .io(let errno, path):
      let what = "cannot read \(path.shown)"
      switch errno {
      case .noSuchFileOrDirectory, .notDirectory:
        return Failure(
          what, because: "there is no such file", try: "check the name", status: .nothingFound)
      case .invalidArgument, .isDirectory, .tooManySymbolicLinkLevels:
        return Failure.usage(
          what, because: "it is not a regular file",
          try: "use a bundle, as the command export writes it")
      default:
        return Failure(
          what, because: errno.reason,
          try: .system("chmod", "u+r", .path(path)).or("use another copy"),
          status: .unexpected)
      }
    default: return error.failure
    }
  }
}

extension BundleInput {
  /// The content of the bundle if it is complete, checked with any key that is available.
  func summary() async throws -> BundleSummary {
    let bundle = try file()
    let keys = vault.keyProvider(console).remembering
    let provider = keyProvider(for: bundle.wrappedKey, alongside: keys)
    guard let store = try await vault.openIfThere(with: keys, console) else {
      let locations = try vault.locations()
      do throws(VaultError) {
        return try Vault.summary(of: bundle, at: locations, keyProvider: provider)
      } catch {
        throw failure(error)
      }
    }
    return try await summary(of: bundle, store, provider)
  }

  private func summary(
    of bundle: consuming sending BundleFile, _ store: Vault, _ keyProvider: KeyProvider
  ) async throws -> BundleSummary {
    do throws(VaultError) {
      return try await store.summary(of: bundle, keyProvider: keyProvider)
    } catch {
      throw failure(error)
    }
  }
}
