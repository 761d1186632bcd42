internal import Cards
package import SystemPackage
package import VaultStore
package import VaultSync

/// What a sync with one target is asked to do.
package struct SyncRequest: Sendable {
  /// The copy of the vault to sync with.
  package let target: SyncTarget
  /// What the person calls it; `nil` if it was typed as a path, remote or URL.
  package let name: String?
  /// Whether it only says what it would do.
  package let isDryRun: Bool
  private let typed: String
  private let direction: SyncDirection
  private let isThorough: Bool
  private var memory: TargetMemory

  /// Asks for a sync in both directions.
  ///
  /// - Parameters:
  ///   - typed: The name of a known target, or a target.
  ///   - isThorough: Whether every file of the target is checked.
  ///   - isDryRun: Whether it only says what it would do.
  ///   - known: The targets that this device knows; asked only for what may be a name.
  /// - Throws: `Failure` for text that is neither, or the error of `known`.
  package init(
    with typed: String, isThorough: Bool = false, isDryRun: Bool = false,
    among known: () throws -> [KnownTarget]
  ) throws {
    let named = try TargetName.isName(typed) ? Self.target(named: typed, among: known) : nil
    self.init(
      try Self.target(named?.target ?? typed), typed: named?.target ?? typed, as: named?.name,
      .known, isThorough: isThorough, isDryRun: isDryRun)
  }

  /// The target of this name; `nil` if a folder here is meant, as a mistyped name must not become one.
  private static func target(
    named name: String, among known: () throws -> [KnownTarget]
  ) throws -> KnownTarget? {
    let isFolder = (try? FilePath(name).stat().type) == .directory
    do {
      let all = try known()
      if let found = all.first(where: { $0.name == name }) { return found }
      guard isFolder else { throw Failure.noTarget(named: name, among: all.map(\.name)) }
    } catch {
      // The folder may have what the vault here lacks.
      guard isFolder else { throw error }
    }
    return nil
  }

  /// Asks for a sync with a known target.
  ///
  /// - Throws: `Failure` if this version does not know its kind.
  package init(
    with known: KnownTarget, isThorough: Bool = false, isDryRun: Bool = false
  ) throws(Failure) {
    self.init(
      try Self.target(known.target), typed: known.target, as: known.name, .known,
      isThorough: isThorough, isDryRun: isDryRun)
  }

  /// Asks for a sync with a target that gets a name, and a copy of the vault if it has none.
  ///
  /// - Throws: `Failure` for text that is no target, or no name.
  package init(
    adding typed: String, as name: String, isThorough: Bool = false, isDryRun: Bool = false
  ) throws(Failure) {
    guard TargetName.isName(name) else { throw .notAName(name) }
    self.init(
      try Self.target(typed), typed: typed, as: name, .named(name), isThorough: isThorough,
      isDryRun: isDryRun)
  }

  /// Asks for what a folder has and the vault here lacks; the folder stays as it is.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - typed: Its path as typed.
  package init(mergingFrom folder: FilePath, typed: String) {
    self.init(.folder(folder), typed: typed, as: nil, .none, direction: .inwards)
  }

  private init(
    _ target: SyncTarget, typed: String, as name: String?, _ memory: TargetMemory,
    direction: SyncDirection = .bothWays, isThorough: Bool = false, isDryRun: Bool = false
  ) {
    (self.target, self.typed, self.name, self.memory) = (target, typed, name, memory)
    (self.direction, self.isThorough, self.isDryRun) = (direction, isThorough, isDryRun)
  }

  private static func target(_ typed: String) throws(Failure) -> SyncTarget {
    guard let target = SyncTarget(typed) else { throw .notATarget(typed) }
    return target
  }

  /// The target for people: its name if it has one, without passwords.
  package var shown: String { name ?? PasswordMasking(target: typed).masked.printable }

  /// The same once it was done: from then on, the target has a copy of the vault.
  package var again: SyncRequest {
    var request = self
    if memory != .none { request.memory = .known }
    return request
  }

  /// Syncs a vault; if there is none, it is made from the copy.
  ///
  /// - Parameters:
  ///   - locations: Where the vault is.
  ///   - keys: Where the roots of wrapped keys come from, each asked for once.
  ///   - log: Where it is noted.
  ///   - isWanted: Whether to go on; called before each transfer.
  /// - Returns: What was done.
  /// - Throws: `Failure`; what was transferred before stays.
  package func run(
    at locations: VaultLocations, keyProvider keys: @escaping KeyProvider, log: CommandLog,
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(Failure) -> SyncOutcome {
    let outcome: SyncOutcome
    do throws(SyncError) {
      outcome = try await Vault.sync(
        at: locations, with: target, direction: direction, isThorough: isThorough,
        isDryRun: isDryRun, remembering: memory, keyProvider: keys, isWanted: isWanted)
    } catch {
      // Nothing was to be copied to the target.
      let reason = direction == .inwards && error == .notEmpty ? SyncError.noVault : error
      throw Failure(reason, target: typed, vault: locations.vault)
    }
    log.note(
      .synced(
        target.logged, sent: outcome.sentCount, received: outcome.receivedCount,
        removed: outcome.removedCount, warnings: outcome.warnings.count))
    return outcome
  }
}

extension [SyncRequest] {
  /// Asks for a sync with each of these targets; without any, with all that this device knows.
  ///
  /// - Throws: `Failure` for text that is no target, or if none is known, or the error of `known`.
  package init(
    with typed: [String], isThorough: Bool = false, isDryRun: Bool = false,
    among known: () throws -> [KnownTarget]
  ) throws {
    if typed.isEmpty {
      let all = try known()
      guard !all.isEmpty else { throw Failure.neverSynced }
      self = try all.map {
        try SyncRequest(with: $0, isThorough: isThorough, isDryRun: isDryRun)
      }
    } else {
      self = try typed.map {
        try SyncRequest(with: $0, isThorough: isThorough, isDryRun: isDryRun, among: known)
      }
    }
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
