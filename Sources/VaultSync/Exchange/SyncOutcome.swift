internal import SystemPackage
public import VaultFormat
public import VaultStore

/// What a sync did, or would do.
public struct SyncOutcome: Sendable, Hashable {
  /// What it brought.
  public internal(set) var merge = MergeOutcome()
  /// Files that were put at the target.
  public internal(set) var sentCount = 0
  /// Their bytes together.
  public internal(set) var sentByteCount = 0
  /// Files that came from there.
  public internal(set) var receivedCount = 0
  /// Their bytes together.
  public internal(set) var receivedByteCount = 0
  /// Files that were removed at the target, as others there hold all that is in them.
  public internal(set) var removedCount = 0
  /// Files at the target that are damaged, or that another device has not written to their ends.
  public internal(set) var damagedThere: [String] = []
  /// Files at the target that no held key proves, and that were left there: so many were looked at now.
  public internal(set) var refusedCount = 0
  /// Files at the target that were not asked for, as too many before them were refused.
  public internal(set) var notAskedCount = 0
  /// Whether the vault was made here by this sync.
  public internal(set) var isJoined = false
  /// Whether the target was empty before.
  public internal(set) var isFirst = false
  /// Saves under finished keys that count, and were sealed anew under the current key.
  public internal(set) var resealedCount = 0
  /// To be compared aloud.
  public internal(set) var fingerprint = ""
  /// How many cards the vault shows; `nil` when nothing changed and it was not read.
  public internal(set) var cardCount: Int?
  /// What is wrong with the vault, as far as it was read.
  public internal(set) var health = VaultHealth()

  /// Whether everything could be done.
  public var isComplete: Bool {
    damagedThere.isEmpty && notAskedCount == 0 && health.isGood
  }
}

/// Which way files go.
public enum SyncDirection: Sendable, Hashable {
  /// What is missing on either side moves there.
  case bothWays
  /// What is missing here comes here; the target stays as it is.
  case inwards
}

/// How far a sync has come.
public enum SyncProgress: Sendable, Hashable {
  /// The target is being looked at.
  case looking
  /// So many files are on their way here.
  case receiving(Int)
  /// So many files are on their way there.
  case sending(Int)
}

/// Why a vault could not be synced; what was carried until then counts.
public enum SyncError: Error, Sendable, Hashable {
  /// Something is wrong here.
  case vault(VaultError)
  /// Something is wrong on the way, or there.
  case transport(TransportProblem)
  /// Nothing there is proved to be this vault's: it is another one, or this one under a key that is not held.
  case anotherVault
  /// No key here proves a file there, and what is called like a header there, as named, has not the form of one.
  case noHeader([String])
  /// Other things lie there, and no vault.
  case notEmpty
  /// It is one of the folders inside a vault.
  case partOfVault
  /// Neither here nor there is a vault.
  case noVault
  /// The target is the vault itself, is inside it, or contains it.
  case sameFolder
  /// The target goes on changing, faster than it is synced.
  case restless
}

extension SyncError {
  /// Does something here.
  static func here<Value: ~Copyable>(
    _ body: () throws(VaultError) -> Value
  ) throws(SyncError) -> Value {
    do { return try body() } catch { throw .vault(error) }
  }

  /// Does something there.
  static func there<Value>(
    _ body: () async throws(TransportProblem) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .transport(error) }
  }
}
