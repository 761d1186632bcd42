internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
public import VaultStore

extension Vault {
  /// How often a sync starts over because others keep changing the target.
  private static let roundLimit = 8

  /// Syncs a vault with a copy elsewhere; if there is no vault here, and its key is available, creates it from the
  /// copy.
  ///
  /// Only what one side lacks is transferred. A sync may be interrupted at any moment and repeated: each file is
  /// transferred completely or not at all, and no file is ever changed. Another vault at the target stays as it is.
  ///
  /// - Parameters:
  ///   - locations: where everything is here.
  ///   - target: where the copy is.
  ///   - direction: whether to transfer files both ways.
  ///   - isThorough: whether to compare files on both sides by content, not just by length, which repairs a target
  ///     that altered files.
  ///   - isDryRun: whether to only report what would be transferred.
  ///   - memory: whether this device remembers the target, and as what.
  ///   - unlock: returns the root of a key wrapped with a passphrase; called once for each key.
  ///   - now: returns the time.
  ///   - generator: unpredictable numbers for salts and ids.
  ///   - timeout: how long to wait for another process that is writing, or syncing with this target.
  ///   - isWanted: whether to go on; called before each transfer, each removal at the target, and publishing.
  /// - Returns: what was done.
  /// - Throws: `SyncError`; what was transferred before stays.
  public static func sync(
    at locations: VaultLocations, with target: SyncTarget, direction: SyncDirection = .bothWays,
    isThorough: Bool = false, isDryRun: Bool = false, remembering memory: TargetMemory = .none,
    keyProvider unlock: @escaping KeyProvider = withoutPassphrase,
    now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    timeout: Duration = .seconds(10), isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(SyncError) -> SyncOutcome {
    var isFolderMissing = false
    if case .folder(let path) = target {
      try checkApart(locations.vault, path)
      isFolderMissing = (try? Folder(path)) == nil
    }
    let staging = try await StagingFolder(
      for: target, locations, timeout: timeout, isWanted: isWanted)
    let transport = staging.transport(to: target)
    let unlocked = UnlockedKeys(unlock)
    let keyProvider: KeyProvider = { (key) throws(VaultError) in try unlocked.root(of: key) }
    var outcome = SyncOutcome()
    for _ in 0..<roundLimit {
      guard isWanted() else { throw .stopped }
      let listing = try await Self.files(at: transport)
      let remote = listing.files
      outcome.isPartial = listing.isPartial
      let isHere = exists(at: locations.vault)
      let headers = try SyncError.here { () throws(VaultError) in
        isHere ? try Self.headers(at: locations) : nil
      }
      let heldIDs = locations.allKeyIDs
      let refusedBefore = staging.refused(under: heldIDs)
      guard isWanted() else { throw .stopped }
      let there = try await KeyFilesThere(
        remote, except: try knownKeyFiles(headers, locations),
        refused: refusedBefore, isThorough: isThorough, with: transport)
      // If none of these opens the vault, the next sync tries others first.
      staging.refuse(
        Refusals(
          all: refusedBefore.all.union(there.asked),
          undecided: refusedBefore.undecided.union(there.asked)), under: heldIDs)
      if headers == nil, there.headers.isEmpty { throw .noVault }
      if headers == nil, there.hasNoHeader { throw .noHeader(there.headers.map(\.name)) }
      let found: FoundKeys
      var shown: [CardID: CardEntry]?
      do throws(VaultError) {
        found = try KeySearch(locations: locations).keys(
          for: headers, and: there, keyProvider: keyProvider, shown: &shown)
      } catch {
        throw .vault(error)
      }
      if headers == nil {
        outcome.isJoined = true
        if isDryRun {
          outcome.receivedCount = remote.count
          outcome.receivedByteCount = remote.reduce(0) { $0 + max(0, $1.byteCount) }
          return outcome
        }
        let (headers, keyFile) = (found.headers, found.keyFile)
        let joining = try SyncError.here { () throws(VaultError) in
          try join(headers, with: keyFile, locations)
        }
        outcome.receivedCount += joining.count
        outcome.receivedByteCount += joining.byteCount
      }
      let vault: Vault
      do throws(VaultError) {
        vault = try opened(at: locations, found, now: now, generator: generator, timeout: timeout)
      } catch {
        throw .vault(error)
      }
      if case .named(let name) = memory, await vault.isName(name, ofOtherThan: target) {
        throw .nameTaken(name)
      }
      guard isWanted() else { throw .stopped }
      let finding = try await vault.recognise(remote, there, at: target, with: transport)
      outcome.isFirst = outcome.isFirst || finding.isEmpty
      if finding.isEmpty, direction == .inwards { throw .noVault }
      if finding.isEmpty, memory == .known, let name = await vault.name(of: target) {
        throw .copyGone(named: name)
      }
      if !isDryRun { await vault.announce(finding.newHeaders) }
      let plan = SyncPlan(
        direction: direction, isDryRun: isDryRun, isThorough: isThorough, known: staging.known,
        refused: refusedBefore, misnamed: finding.misnamed, shown: shown, isWanted: isWanted)
      var (files, receipt) = try await vault.exchange(
        remote, plan, with: transport, &outcome)
      if isDryRun { return outcome }
      guard isWanted() else { throw .stopped }
      guard try await isPublished(by: transport) else {
        (outcome.sentCount, outcome.sentByteCount, outcome.removedCount) = (0, 0, 0)
        continue
      }
      staging.remember(files)
      receipt.add(finding.refused)
      let damaged = Set(receipt.damaged)
      outcome.retiredThereCount = receipt.retiredCount
      outcome.refusedCount = receipt.refused.count { !damaged.contains($0.file) }
      staging.refuse(
        await vault.refusal(of: receipt, plan, remote), under: heldIDs)
      outcome.isFolderMade = isFolderMissing && outcome.sentCount > 0
      try await vault.conclude(&outcome)
      // The sync is done even if this machine cannot remember it.
      outcome.name = try? await vault.noteTarget(target, memory, at: now())
      return outcome
    }
    throw .restless
  }

  /// The files at a target, one for each location in a vault: a name has too many spellings to request them all.
  private static func files(
    at transport: any Transport
  ) async throws(SyncError) -> RemoteListing {
    let count = WorkMeter.begin(.comparing)
    defer { count.end() }
    var listing = try await SyncError.there { () throws(TransportProblem) in
      try await transport.files()
    }
    listing.files = Array(listing.files.byLocalFile.values)
    return listing
  }

  /// Makes what was sent visible to others; `false` if the target changed meanwhile.
  private static func isPublished(by transport: any Transport) async throws(SyncError) -> Bool {
    let count = WorkMeter.begin(.sending)
    defer { count.end() }
    return try await SyncError.there { () throws(TransportProblem) in
      try await transport.publish()
    }
  }

  /// The paths of the headers and notices here.
  private static func knownKeyFiles(
    _ headers: HeaderFiles?, _ locations: VaultLocations
  ) throws(SyncError) -> Set<String> {
    guard let headers, let folder = try? openFolder(locations.vault) else { return [] }
    let named = headers.names.map { StoredFile(folder: nil, name: $0) }
    return Set((named + folder.files(of: .notice)).map(\.inLowerCase.path))
  }

  /// The files at a target that will not be fetched again while the same key files are here.
  private func refusal(
    of receipt: Receipt, _ plan: SyncPlan, _ remote: [RemoteFile]
  ) -> Refusals {
    let before = plan.refused.all.intersection(remote).subtracting(receipt.taken)
    let undecided = plan.refused.undecided.subtracting(receipt.refused).union(receipt.undecided)
    let all = before.union(receipt.refused)
    return Refusals(all: all, undecided: undecided.intersection(all))
  }

  private func conclude(_ outcome: inout SyncOutcome) throws(SyncError) {
    outcome.fingerprint = fingerprint
    if outcome.isJoined || outcome.isFirst {
      try SyncError.here { () throws(VaultError) in try read() }
    }
    if isRead {
      outcome.cardCount = cardCount
      outcome.health = health
      remember()
    } else {
      (outcome.health.successors, outcome.health.furtherSuccessorCount) = shownSuccessors
      outcome.health.isPartial = try contentsIndex().isPartial || keyFiles.isPartial
      outcome.health.rivals = rivalKeys
      outcome.health.isOlderThanRemembered = isOlderThanRemembered
      outcome.health.hasRememberedKey = hasRememberedKey
    }
    notePacks()
  }

  /// What a target is called at which a copy of the vault was found or made before; `nil` if none was.
  private func name(of target: SyncTarget) -> String? {
    knownTargets.first { $0.target == target.text }?.name
  }

  /// Whether this device calls another target by this name, which would be forgotten.
  private func isName(_ name: String, ofOtherThan target: SyncTarget) -> Bool {
    knownTargets.contains { $0.name == name && $0.target != target.text }
  }

  private func noteTarget(
    _ target: SyncTarget, _ memory: TargetMemory, at moment: Timestamp
  ) throws(VaultError) -> String? {
    let name: String
    switch memory {
    case .none: return nil
    case .known:
      let taken = Set(knownTargets.map(\.name))
      name = self.name(of: target) ?? TargetName.derived(from: target, besides: taken)
    case .named(let given): name = given
    }
    try note(KnownTarget(name: name, target: target.text, synced: moment))
    return name
  }

  /// Refuses a target that is the vault, is inside it or contains it, as files would be transferred in circles.
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
