public import Cards
public import Sealing
public import SystemPackage

/// Why a vault could not be created, opened or changed.
public enum VaultError: Error, Sendable, Hashable {
  /// There is no vault in this folder.
  case noVault(FilePath)
  /// There is a vault already.
  case vaultExists(FilePath)
  /// The folder for a new vault is not empty.
  case folderNotEmpty(FilePath)
  /// The key file would be inside the vault, and be synced and copied with it.
  case keyFileInsideVault(FilePath)
  /// The key file cannot be used.
  case keyFile(KeyFileProblem, FilePath)
  /// The key file belongs to a vault other than this one.
  case wrongKey(KeyID, FilePath)
  /// A notice says that the vault's key was replaced: nothing can be saved without the new one.
  case keyReplaced(Successor)
  /// The folder is older than this machine remembers: the machine last saved under another key of the vault, or has
  /// retired this one. `hasKey`: the other key's file is here, and only what was saved under it is missing.
  case olderThanRemembered(FilePath, hasKey: Bool)
  /// The folder holds headers of several vaults, and this machine has used none of them there.
  case severalVaults([SeveralVaults])
  /// A bundle was sealed under another key of the vault; a person must decide on the new segments in it.
  case retiredSaves([RetiredSave])
  /// The key needs a passphrase, and there is nobody to ask.
  case passphraseNeeded
  /// The passphrase is wrong, or the wrapped key was altered: nothing shows which.
  case wrongPassphrase
  /// No passphrase could be read.
  case passphrase(PassphraseProblem)
  /// The machine does not have the free memory that the passphrase needs.
  case noMemoryForPassphrase(kibibytes: UInt32)
  /// The kernel's keyring is unavailable, forbidden or full.
  case noKeyring(Errno)
  /// There are cards, but the vault's header is missing.
  case vaultFileMissing(FilePath)
  /// Files that the vault needs were altered or truncated.
  case damaged([String])
  /// A newer program wrote files: the vault cannot be opened, or is read-only.
  case newerFormat([String])
  /// A bundle cannot be merged.
  case bundle(BundleProblem)
  /// The file system is read-only.
  case readOnly(FilePath)
  /// The disk or the quota is full.
  case noSpace(FilePath)
  /// The cards of one change need more bytes than one file of a vault may have (64 MiB).
  case tooLarge(byteCount: Int)
  /// Another process changed the vault's key since the vault was opened.
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
  /// Runs an operation on files; errors name this path.
  @discardableResult
  package static func naming<Value: ~Copyable>(
    _ path: FilePath, _ body: () throws(SystemFailure) -> Value
  ) throws(VaultError) -> Value {
    do { return try body() } catch { throw VaultError(error, path) }
  }

  /// Runs an operation on keys; errors name this key file.
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

  /// An error while writing a key file; without permission to make the file, it names the folder.
  package init(_ error: SealingError, writingKeyFile path: FilePath) {
    self.init(error, keyFile: path)
    let folder = path.removingLastComponent()
    if case .keyFile(.system, _) = self { self = .permission(folder.isEmpty ? "." : folder) }
  }

  /// An error with the key file at `path`, or with keys in general.
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

/// Why a bundle cannot be merged.
public enum BundleProblem: Sendable, Hashable {
  /// It is not a file of this program, or not a bundle.
  case notABundle
  /// It was altered or truncated.
  case damaged
  /// It belongs to another vault, whose key is not available.
  case ofAnotherVault
  /// The passphrase is wrong, or the key in the bundle was altered: nothing shows which.
  case wrongPassphrase
  /// The cost of its passphrase is outside the limits for bundles: it was made to do harm.
  case costOutOfBounds
  /// No vault can be made from it: it was made for someone else, or contains no usable header.
  case makesNoVault
  /// It was sealed under a key that is not here and that, according to a notice, replaced the vault's.
  case needsKey(Successor)
  /// A newer program wrote it.
  case newerFormat
}

/// One of several vaults whose headers are in one folder.
public struct SeveralVaults: Sendable, Hashable {
  /// The vault's id.
  public let id: KeyID
  /// The key files that open it.
  public let keyFiles: [FilePath]

  package init(id: KeyID, keyFiles: [FilePath]) {
    self.id = id
    self.keyFiles = keyFiles
  }
}

/// The key that a notice under the vault's key names as its successor: `Format.md`, section 8.
public struct Successor: Sendable, Hashable {
  /// Its public id.
  public let keyID: KeyID
  /// Six groups of five digits, as shown on its recovery sheet.
  public let fingerprint: String
  /// When it was made, by the clock of the device that made it.
  public let made: Timestamp
  /// Whether its key file is on this machine, so that only its header is missing from the folder.
  public let isOnThisMachine: Bool
  /// Whether the vault's key also replaced this one: two people decided differently which key stays.
  public let isContradicted: Bool

  package init(
    keyID: KeyID, fingerprint: String, made: Timestamp, isOnThisMachine: Bool,
    isContradicted: Bool = false
  ) {
    self.keyID = keyID
    self.fingerprint = fingerprint
    self.made = made
    self.isOnThisMachine = isOnThisMachine
    self.isContradicted = isContradicted
  }
}

/// A segment under a retired key that the vault lacks, as the segment describes itself: anyone with that key could
/// have made it (`Format.md`, section 8).
public struct RetiredSave: Sendable, Hashable, Identifiable {
  /// The segment's identity.
  public let id: ContentHash
  /// The device that it claims to come from.
  public let device: UInt64
  /// The device's name, as the segment claims; empty if it has none.
  public let deviceName: String
  /// When it claims to have been made.
  public let made: Timestamp
  /// The cards that it changes or removes.
  public let cards: [CardID]
  /// The ones that it removes.
  public let removedCards: [CardID]
  /// The names that it gives to cards.
  public let names: [CardID: String]

  package init(_ segment: Segment) {
    id = segment.identity
    device = segment.device
    deviceName = segment.deviceName
    made = segment.wall
    cards = segment.revisions.map(\.card)
    removedCards = segment.revisions.filter { $0.kind == .remove }.map(\.card)
    let dot = Dot(device: segment.device, sequence: segment.sequence)
    names = Dictionary(
      segment.revisions(at: dot, seen: VersionVector()).compactMap { revision in
        let name = Card(id: revision.card, fields: MergedFields(merging: [revision])).name
        return name.isEmpty ? nil : (revision.card, name)
      }, uniquingKeysWith: { _, last in last })
  }
}
