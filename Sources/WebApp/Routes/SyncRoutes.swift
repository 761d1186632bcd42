internal import Cards
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Syncs the vault with a copy elsewhere, as `cardvault sync` does.
struct SyncRoutes: Sendable {
  private let holder: VaultHolder
  private let turns = Turns(
    atOnce: 1, maxWaiting: 0,
    orElse: Failure(
      "nothing was synced", because: "a sync is running already", try: "wait until it is over",
      status: .inUse))

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.post("sync", sync)
    calls.post("forget-target", forgetTarget)
  }

  private struct Syncing: Decodable {
    var target: String
    var name: String?
  }

  private struct Forgetting: Decodable { var name: String }

  struct Synced: Encodable, Sendable { let lines: [String] }

  /// `forget-target`: forgets a target; the copy there stays.
  func forgetTarget(_ call: Call) async throws -> Answer {
    let name = try call.json(Forgetting.self).name
    let vault = try await holder.vault()
    _ = try await vault.forgetTarget(named: name)
    return .json(await DevicesReport(of: vault))
  }

  /// `sync`: syncs with a target.
  func sync(_ call: Call) async throws -> Answer {
    let request = try call.json(Syncing.self)
    let vault = try await holder.vault()
    let isWanted = holder.wanting(since: call.lockings)
    let outcome = try await turns.run {
      try await holder.whileWanted(isWanted) {
        try await sync(vault, with: request, isWanted: isWanted)
      }
    }
    let warnings = outcome.warnings.map { "\($0.what). Try: \($0.advice.page ?? $0.advice.line)" }
    let lines = outcome.lines(isDryRun: false) + outcome.suggestions.compactMap(\.page) + warnings
    return .json(PageValue(SyncReport(outcome), beside: Synced(lines: lines)))
  }

  private func sync(
    _ vault: Vault, with asked: Syncing, isWanted: @escaping @Sendable () -> Bool
  ) async throws -> SyncOutcome {
    let known = await vault.latestTargets
    let request = try Self.request(with: asked.target, as: asked.name ?? "", among: known)
    // Keys that are unlocked here; others may be in the kernel's keyring.
    let unlocked = try await vault.unlockedKeys(orElse: holder.fromKeyring)
    return try await request.run(
      at: holder.locations,
      keyProvider: { (key) throws(VaultError) in try unlocked.root(of: key) }, log: holder.log,
      isWanted: isWanted)
  }

  /// What is asked for with a target as it was typed, and a name if it is to get one.
  ///
  /// - Throws: `FieldRefusal` of the target.
  static func request(
    with target: String, as name: String, among known: [KnownTarget]
  ) throws -> SyncRequest {
    try FieldRefusal.naming("target") {
      guard !target.allSatisfy(\.isWhitespace) else { throw Failure.neverSynced }
      let request =
        try name.trimmed.isEmpty
        ? SyncRequest(with: target) { known }
        : SyncRequest(adding: target, as: name.trimmed)
      try check(request.target)
      return request
    }
  }

  /// Refuses a target that a person did not mean, or that a page may not use.
  static func check(_ target: SyncTarget) throws(Failure) {
    switch target {
    case .folder(let path): try check(path)
    case .rclone(let remote): try check(remote: remote)
    case .git: break
    }
  }

  /// Refuses remotes that are configured on the fly, whose options can start programs (rclone, connection strings).
  private static func check(remote: String) throws(Failure) {
    let name = remote.prefix { $0 != ":" }
    let isName = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-. +@".unicodeScalars.contains($0)
    }
    guard isName, !name.isEmpty, !name.hasPrefix("-") else {
      throw .usage(
        "“\(PasswordMasking(target: remote).masked.printable)” names no remote",
        because: "a page can use only remotes that are set up with rclone config",
        try: "write it like rclone:drive:cards")
    }
  }

  /// Refuses a folder that a person did not mean.
  private static func check(_ path: FilePath) throws(Failure) {
    guard path.isAbsolute else {
      throw .usage(
        "“\(path.shown)” is not the whole path of a folder", because: "it has no / in front",
        try: "write it like /media/stick/cards")
    }
  }
}
