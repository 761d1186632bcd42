public import Sealing
public import SystemPackage

/// Why a vault could not be made, opened or changed.
public enum VaultError: Error, Sendable, Hashable {
  /// No vault is at this folder.
  case noVault(FilePath)
  /// A vault stands there already.
  case vaultExists(FilePath)
  /// The folder for a new vault holds something else.
  case folderNotEmpty(FilePath)
  /// The key file would be inside the vault, and travel with it.
  case keyFileInsideVault(FilePath)
  /// The key file cannot be used.
  case keyFile(KeyFileProblem, FilePath)
  /// The key file belongs to another vault than the one that is named.
  case wrongKey(KeyID, FilePath)
  /// The key that this device saves under was replaced: nothing can be saved without the new one.
  case keyReplaced(Successor)
  /// This machine saved under a key of the vault that is not held: the folder went back in time, or the key is gone.
  case olderThanRemembered(FilePath)
  /// The folder holds headers of several vaults, and this machine worked with none of them there.
  case severalVaults([SeveralVaults])
  /// The vault's key was changed before the format was final.
  case rotatedBefore(FilePath)
  /// Another key of the vault is held beside the current one: they must become one before anything is removed.
  case siblingKeys([KeyID])
  /// A bundle was sealed under a key that was replaced; these saves in it are new, and a person must decide on
  /// them.
  case claimedSegments([ClaimedSegment])
  /// The key is wrapped by a passphrase, and nobody is there to be asked for it.
  case passphraseNeeded
  /// It is not the key's passphrase; or the wrapped key was altered, which cannot be told apart.
  case wrongPassphrase
  /// No passphrase could be taken.
  case passphrase(PassphraseProblem)
  /// The machine has not as much free memory as the passphrase takes, which is named.
  case noMemoryForPassphrase(kibibytes: UInt32)
  /// The kernel's keyring is not there, forbidden or full.
  case noKeyring(Errno)
  /// The vault's header is not there, but cards are.
  case vaultFileMissing(FilePath)
  /// Files without which nothing works were altered or cut short.
  case damaged([String])
  /// Files were written by a newer program: the vault cannot be opened, or only be read.
  case newerFormat([String])
  /// A bundle cannot be taken in.
  case bundle(BundleProblem)
  /// The file system can only be read.
  case readOnly(FilePath)
  /// The disk or the quota is full.
  case noSpace(FilePath)
  /// The cards of one change take more bytes than one file of a vault may have (64 MiB).
  case tooLarge(byteCount: Int)
  /// A vault has had as many keys as a header can carry.
  case tooManyKeys(Int)
  /// Another process changed the vault's key, or finished such a change, since the vault was opened.
  case keyChangedMeanwhile(FilePath)
  /// Another process kept the vault locked for too long.
  case inUse(FilePath)
  /// The system forbids it.
  case permission(FilePath)
  /// The machine gives no guarded memory for keys.
  case noGuardedMemory
  /// The system refused for another reason.
  case io(Errno, FilePath)
}

extension VaultError {
  /// Does something with files, and names the one that a failure is about.
  @discardableResult
  package static func naming<Value: ~Copyable>(
    _ path: FilePath, _ body: () throws(SystemFailure) -> Value
  ) throws(VaultError) -> Value {
    do { return try body() } catch { throw VaultError(error, path) }
  }

  /// Does something with keys, and names the key file that a failure is about.
  package static func naming<Value: ~Copyable>(
    keyFile path: FilePath, _ body: () throws(SealingError) -> Value
  ) throws(VaultError) -> Value {
    do { return try body() } catch { throw VaultError(error, keyFile: path) }
  }

  /// What the system said; `nil` where it is about something else.
  package var errno: Errno? {
    switch self {
    case .io(let code, _): code
    case .noSpace: .noSpace
    case .readOnly: .readOnlyFileSystem
    case .permission: .permissionDenied
    default: nil
    }
  }

  /// Whether something is not there.
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

  /// What went wrong with the key file at `path`, or with keys as such.
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
