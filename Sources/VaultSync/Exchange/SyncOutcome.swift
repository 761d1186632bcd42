public import Sealing
public import VaultFormat
public import VaultStore

/// What a sync did or would do.
public struct SyncOutcome: Sendable, Hashable {
  /// What the person calls the target from now on; `nil` if this device does not remember it.
  public internal(set) var name: String?
  /// What was merged.
  public internal(set) var merge = MergeOutcome()
  /// Files sent to the target.
  public internal(set) var sentCount = 0
  /// Their total size in bytes.
  public internal(set) var sentByteCount = 0
  /// Files received from the target.
  public internal(set) var receivedCount = 0
  /// Their total size in bytes.
  public internal(set) var receivedByteCount = 0
  /// Files removed at the target because others there have all their contents.
  public internal(set) var removedCount = 0
  /// Files at the target that are damaged, or that another device is still writing.
  public internal(set) var damagedThere: [String] = []
  /// How many files at the target were checked and left there, because the key does not prove them.
  public internal(set) var refusedCount = 0
  /// How many of them claim a key of the vault that is retired on this machine.
  public internal(set) var retiredThereCount = 0
  /// Files at the target that were not requested because too many before them were refused.
  public internal(set) var notAskedCount = 0
  /// Whether the target has more files than were examined.
  public internal(set) var isPartial = false
  /// Whether this sync created the vault here.
  public internal(set) var isJoined = false
  /// Whether the target was empty before the sync.
  public internal(set) var isFirst = false
  /// Whether this sync made the target's folder.
  public internal(set) var isFolderMade = false
  /// How many of this device's saves were sealed anew when it moved to the vault's new key; `nil` if it did not move.
  public internal(set) var movedCount: Int?
  /// The vault's fingerprint, for people to read aloud.
  public internal(set) var fingerprint = ""
  /// How many cards the vault shows; `nil` if it was not read, as nothing changed.
  public internal(set) var cardCount: Int?
  /// The vault's problems, as far as it was read.
  public internal(set) var health = VaultHealth()

  /// Whether everything was synced.
  public var isComplete: Bool {
    damagedThere.isEmpty && notAskedCount == 0 && !isPartial && health.isGood
  }
}

/// The direction in which files are transferred.
public enum SyncDirection: Sendable, Hashable {
  /// Each side gets what it lacks.
  case bothWays
  /// This side gets what it lacks; the target is not changed.
  case inwards
}

/// Whether a device remembers a target once it is synced, and as what.
public enum TargetMemory: Sendable, Hashable {
  /// It is forgotten.
  case none
  /// It keeps the name by which it is known, or else gets one derived from it. Where a copy of the vault was, none is
  /// made anew.
  case known
  /// It gets this name; a copy of the vault is made there if there is none.
  case named(String)
}

/// Why a vault could not be synced; what was transferred before stays.
public enum SyncError: Error, Sendable, Hashable {
  /// Something is wrong with the vault here.
  case vault(VaultError)
  /// Something is wrong with the connection or the target.
  case transport(TransportProblem)
  /// No file at the target is proved to be this vault's: it is another vault, or this one under a key that is not
  /// available. `isKeyHere`: the key file of the vault there is on this device; else `keys` are those that its headers claim.
  case anotherVault(isKeyHere: Bool, keys: [KeyID] = [])
  /// The target has no copy of the vault, but a sync with it found or made one before; the person calls it this.
  case copyGone(named: String)
  /// The target was to get a name that another target has.
  case nameTaken(String)
  /// No key here proves a file at the target, and the files with these names, like headers, are not headers.
  case noHeader([String])
  /// The target contains other things, but no vault.
  case notEmpty
  /// The target is one of the folders inside a vault.
  case partOfVault
  /// There is no vault here or at the target.
  case noVault
  /// The target is the vault itself, is inside it, or contains it.
  case sameFolder
  /// The target keeps changing faster than it can be synced.
  case restless
  /// Another process is syncing this vault with this target.
  case inUse
  /// The caller stopped the sync.
  case stopped
}

extension SyncError {
  /// Runs an operation on this side.
  static func here<Value: ~Copyable>(
    _ body: () throws(VaultError) -> Value
  ) throws(SyncError) -> Value {
    do { return try body() } catch { throw .vault(error) }
  }

  /// Runs an operation at the target.
  static func there<Value>(
    _ body: () async throws(TransportProblem) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .transport(error) }
  }
}
