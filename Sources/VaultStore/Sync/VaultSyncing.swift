internal import Cards
internal import Sealing
internal import SystemPackage

/// A vault and a copy of it elsewhere, brought in step: only what is missing moves, both ways.
extension Vault {
  /// So often a target that others change at the same time is looked at anew.
  private static let roundLimit = 8

  /// Syncs a vault; where none is yet, and its key is at hand, it is made of what lies at the target.
  ///
  /// It may be stopped at any moment and done again: each file is carried whole or not at all, and no file is
  /// ever changed. Another vault that lies there is left as it is.
  ///
  /// - Parameters:
  ///   - locations: where everything lies here.
  ///   - target: where the copy lies.
  ///   - direction: whether files go both ways.
  ///   - isThorough: whether files on both sides are compared by what they hold, and not by their lengths only:
  ///     a target that altered files is mended so.
  ///   - isDryRun: whether only to say what would be moved.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase; it is asked once for each.
  ///   - now: tells the time.
  ///   - generator: unpredictable numbers for salts and ids.
  ///   - patience: how long a change waits for another process that is writing.
  ///   - progress: is told how far it has come.
  /// - Returns: what was done.
  /// - Throws: `SyncError`. What was carried until then counts.
  public static func sync(
    at locations: VaultLocations, with target: SyncTarget, direction: SyncDirection = .bothWays,
    isThorough: Bool = false, isDryRun: Bool = false,
    unlocking unlock: @escaping Unlocking = Vault.withoutPassphrase,
    now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    patience: Duration = .seconds(10),
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws(SyncError) -> SyncOutcome {
    if case .folder(let path) = target { try checkApart(locations.vault, path) }
    let workshop = try SyncWorkshop(for: target, locations, patience: patience)
    let carrier = workshop.carrier(for: target)
    let unlocked = UnlockedKeys(unlock)
    let opening = { (joining: Joining) throws(SyncError) -> Vault in
      try SyncError.here { () throws(VaultError) in
        try unread(
          at: locations, besides: Set(unlocked.refusals.keys), sealed: joining.sealed,
          unlocking: { (key) throws(VaultError) in try unlocked.root(of: key) }, now: now,
          generator: generator, patience: patience)
      }
    }
    var outcome = SyncOutcome()
    for _ in 0..<roundLimit {
      progress(.looking)
      let remote = try await SyncError.there { () throws(CarrierProblem) in
        try await carrier.files()
      }
      var joining = Joining()
      if !exists(at: locations.vault) {
        joining = try await join(remote, with: carrier, locations, isDryRun: isDryRun)
        outcome.isJoined = true
        outcome.receivedCount += joining.files.count
        outcome.receivedByteCount += joining.byteCount
        if isDryRun {
          outcome.receivedCount = remote.count
          outcome.receivedByteCount = remote.reduce(0) { $0 + $1.byteCount }
          return outcome
        }
      }
      var vault: Vault
      do throws(SyncError) {
        vault = try opening(joining)
      } catch {
        // A wrong passphrase leaves no vault behind that looks empty.
        withdraw(joining, from: locations.vault)
        throw error
      }
      var markers = try await MarkersThere(
        remote, besides: await vault.ownMarkerNames, with: carrier)
      await markers.prove(
        to: vault, KeyFinding(locations: locations),
        unlocking: { (key) throws(VaultError) in try unlocked.root(of: key) })
      let finding: Recognition
      do throws(SyncError) {
        finding = try await vault.recognise(
          remote, markers, at: target, with: carrier, isDryRun: isDryRun)
      } catch {
        // The passphrase that was not given might have told.
        guard error == .anotherVault(isLater: true), let refusal = markers.refusal(unlocked) else {
          throw error
        }
        throw .vault(refusal)
      }
      outcome.isFirst = outcome.isFirst || finding.isEmpty
      if finding.isEmpty, direction == .inwards { throw .noVault }
      if finding.newMarkerCount > 0 {
        outcome.receivedCount += finding.newMarkerCount
        outcome.receivedByteCount += finding.newMarkerByteCount
        if !isDryRun { vault = try opening(joining) }
      }
      let plan = SyncPlan(
        direction: direction, isDryRun: isDryRun, isThorough: isThorough, known: workshop.known,
        hasNewMarkers: finding.newMarkerCount > 0, idle: finding.idleMarkers)
      let there = try await vault.exchange(remote, plan, with: carrier, &outcome, progress)
      if isDryRun { return outcome }
      let isPublished = try await SyncError.there { () throws(CarrierProblem) in
        try await carrier.publish()
      }
      guard isPublished else {
        (outcome.sentCount, outcome.sentByteCount, outcome.removedCount) = (0, 0, 0)
        continue
      }
      workshop.remember(there, besides: await vault.knowsChangedKey ? workshop.known : [])
      try await vault.conclude(&outcome)
      return outcome
    }
    throw .restless
  }

  private var knowsChangedKey: Bool { knownKeyChange != nil }

  /// Says what is to be said at the end.
  private func conclude(_ outcome: inout SyncOutcome) throws(SyncError) {
    outcome.fingerprint = fingerprint
    if outcome.isJoined || outcome.isFirst {
      try SyncError.here { () throws(VaultError) in try read() }
    }
    if isRead {
      outcome.cardCount = cards.count
      outcome.health = health
      remember()
    } else {
      outcome.health.keyChange = knownKeyChange
    }
  }

  /// Refuses a target that is the vault, or one within the other: files would be carried in circles.
  private static func checkApart(_ vault: FilePath, _ target: FilePath) throws(SyncError) {
    guard let there = try? Folder(nearestTo: target), let here = try? Folder(nearestTo: vault)
    else { return }
    let isThere = (try? Folder(target)) != nil
    let isHere = (try? Folder(vault)) != nil
    let isInside = isHere && (try? there.lies(in: here)) ?? false
    let isAround = isThere && isHere && (try? here.lies(in: there)) ?? false
    if isInside || isAround { throw .sameFolder }
  }
}
