public import Sealing
public import SystemPackage

/// Why a vault could not be created, opened or changed.
public enum VaultError: Error, Sendable, Hashable {
  /// There is no vault in this folder.
  case noVault(FilePath)
  /// There is already a vault.
  case vaultExists(FilePath)
  /// The folder for a new vault is not empty.
  case folderNotEmpty(FilePath)
  /// The key file would be inside the vault, and be carried along with it.
  case keyFileInsideVault(FilePath)
  /// The key file cannot be used.
  case keyFile(KeyFileProblem, FilePath)
  /// The key file belongs to a vault other than this one.
  case wrongKey(KeyID, FilePath)
  /// A notice says that the vault's key was replaced: nothing can be saved without the new one.
  case keyReplaced(Successor)
  /// The folder is older than what this machine remembers: it saved under another key of the vault, or this one is
  /// retired here. `hasKey`: whether the file of that other key is here, and only what was saved under it is missing.
  case olderThanRemembered(FilePath, hasKey: Bool)
  /// The folder holds headers of several vaults, and this machine has worked with none of them there.
  case severalVaults([SeveralVaults])
  /// A bundle was sealed under another key of the vault; these segments in it are new, and a person must decide on
  /// them.
  case retiredSaves([RetiredSave])
  /// The key is wrapped with a passphrase, and there is nobody to ask for it.
  case passphraseNeeded
  /// The passphrase is wrong, or the wrapped key was altered; the two cannot be told apart.
  case wrongPassphrase
  /// No passphrase could be read.
  case passphrase(PassphraseProblem)
  /// The machine does not have the free memory that the passphrase needs.
  case noMemoryForPassphrase(kibibytes: UInt32)
  /// The kernel's keyring is unavailable, forbidden or full.
  case noKeyring(Errno)
  /// There are cards, but the vault's header is missing.
  case vaultFileMissing(FilePath)
  /// Indispensable files were altered or truncated.
  case damaged([String])
  /// Files were written by a newer program: the vault cannot be opened, or can only be read.
  case newerFormat([String])
  /// A bundle cannot be merged.
  case bundle(BundleProblem)
  /// The file system is read-only.
  case readOnly(FilePath)
  /// The disk or the quota is full.
  case noSpace(FilePath)
  /// The cards of one change need more bytes than one file of a vault may have (64 MiB).
  case tooLarge(byteCount: Int)
  /// Another process changed the vault's key after the vault was opened.
  case keyChangedMeanwhile(FilePath)
  /// Another process kept the vault locked for too long.
  case inUse(FilePath)
  /// The system denies permission.
  case permission(FilePath)
  /// The machine provides no guarded memory for keys.
  case noGuardedMemory
  /// The system failed for another reason.
  case io(Errno, FilePath)
}

extension VaultError {
  /// Runs an operation on files; a failure names this path.
  @discardableResult
  package static func naming<Value: ~Copyable>(
    _ path: FilePath, _ body: () throws(SystemFailure) -> Value
  ) throws(VaultError) -> Value {
    do { return try body() } catch { throw VaultError(error, path) }
  }

  /// Runs an operation on keys; a failure names this key file.
  package static func naming<Value: ~Copyable>(
    keyFile path: FilePath, _ body: () throws(SealingError) -> Value
  ) throws(VaultError) -> Value {
    do { return try body() } catch { throw VaultError(error, keyFile: path) }
  }

  /// The system's error; `nil` for errors of other kinds.
  package var errno: Errno? {
    switch self {
    case .io(let code, _): code
    case .noSpace: .noSpace
    case .readOnly: .readOnlyFileSystem
    case .permission: .permissionDenied
    default: nil
    }
  }

  /// Whether a file or folder does not exist.
  package var isMissing: Bool { errno == .noSuchFileOrDirectory }

  package init(_ failure: SystemFailure, _ path: FilePath) {
    self =
      switch Errno(rawValue: failure.code) {
      case .noSpace, .diskQuotaExceeded: .noSpace(path)
      case .readOnlyFileSystem: .readOnly(path)
      case .permissionDenied, .notPermitted: .permission(path)
      case let other: .io(other, path)
      }
  }

  /// What went wrong while a key file was written at `path`: a new file's folder is what does not let it be made.
  package init(_ error: SealingError, writingKeyFile path: FilePath) {
    self.init(error, keyFile: path)
    let folder = path.removingLastComponent()
    if case .keyFile(.system, _) = self { self = .permission(folder.isEmpty ? "." : folder) }
  }

  /// What went wrong with the key file at `path`, or with keys in general.
  package init(_ error: SealingError, keyFile path: FilePath) {
    switch error {
    case .keyFile(.system(let code)):
      let failure = VaultError(SystemFailure(code: code), path)
      self = if case .permission = failure { .keyFile(.system(code), path) } else { failure }
    case .keyFile(let problem): self = .keyFile(problem, path)
    case .noGuardedMemory: self = .noGuardedMemory
    case .wrongPassphrase: self = .wrongPassphrase
    case .passphrase(let problem): self = .passphrase(problem)
    case .noMemoryForPassphrase(let kibibytes): self = .noMemoryForPassphrase(kibibytes: kibibytes)
    case .noKeyring(let code): self = .noKeyring(Errno(rawValue: code))
    case .wrongKey(let id): self = .wrongKey(id, path)
    case .newerFormat: self = .newerFormat([path.string])
    case .notSealed, .unproved, .wrongKind, .damaged: self = .damaged([path.string])
    }
  }
}
