package import SystemPackage
package import VaultStore
package import VaultSync

/// What a sync is asked to do.
package struct SyncRequest: Sendable {
  /// The copy of the vault to sync with.
  package let target: SyncTarget
  /// Whether it only says what it would do.
  package let isDryRun: Bool
  /// Whether a target folder must be there already: a stick that is not plugged in must not become a folder.
  package var isExpected: Bool
  private let typed: String
  private let direction: SyncDirection
  private let isThorough: Bool

  /// Asks for a sync in both directions.
  ///
  /// - Parameters:
  ///   - typed: The target as typed; `nil` for the last one.
  ///   - last: The last sync; `nil` if there was none.
  ///   - isThorough: Whether every file of the target is checked.
  ///   - isDryRun: Whether it only says what it would do.
  /// - Throws: `Failure` for text that is no target, or if none is known.
  package init(
    with typed: String?, orLast last: LastSync? = nil, isThorough: Bool = false,
    isDryRun: Bool = false
  ) throws(Failure) {
    guard let name = typed ?? last?.target else { throw .neverSynced }
    guard let target = SyncTarget(name) else { throw .notATarget(name) }
    self.target = target
    self.typed = name
    direction = .bothWays
    isExpected = typed == nil
    self.isThorough = isThorough
    self.isDryRun = isDryRun
  }

  /// Asks for what a folder has and the vault here lacks; the folder stays as it is.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - typed: Its path as typed.
  package init(mergingFrom folder: FilePath, typed: String) {
    target = .folder(folder)
    self.typed = typed
    direction = .inwards
    (isThorough, isDryRun, isExpected) = (false, false, false)
  }

  /// Refuses a folder that is expected and gone.
  package func check() throws(Failure) {
    if isExpected, case .folder(let path) = target, (try? path.stat()) == nil {
      throw .targetGone(path)
    }
  }

  /// Syncs a vault; if there is none, it is made from the copy.
  ///
  /// - Parameters:
  ///   - locations: Where the vault is.
  ///   - keys: Where the roots of wrapped keys come from, each asked for once.
  ///   - isWanted: Whether to go on; called before each transfer.
  /// - Returns: What was done.
  /// - Throws: `Failure`; what was transferred before stays.
  package func run(
    at locations: VaultLocations, keyProvider keys: @escaping KeyProvider,
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(Failure) -> SyncOutcome {
    try check()
    let outcome: SyncOutcome
    do throws(SyncError) {
      outcome = try await Vault.sync(
        at: locations, with: target, direction: direction, isThorough: isThorough,
        isDryRun: isDryRun, remembering: direction == .bothWays ? remembered : nil,
        keyProvider: keys, isWanted: isWanted)
    } catch {
      // Nothing was to be copied to the target.
      let reason = direction == .inwards && error == .notEmpty ? SyncError.noVault : error
      throw Failure(reason, target: typed, vault: locations.vault)
    }
    CommandLog.note(
      .synced(
        target.logged, sent: outcome.sentCount, received: outcome.receivedCount,
        removed: outcome.removedCount, warnings: outcome.warnings.count))
    return outcome
  }

  /// The target as it can be typed again in any folder.
  private var remembered: String {
    guard case .folder(let path) = target else { return typed }
    return path.absolute
  }
}

extension SyncTarget {
  /// The kind of target, for the log.
  fileprivate var logged: LogEvent.Target {
    switch self {
    case .folder: .folder
    case .rclone: .rclone
    case .git: .git
    }
  }
}
