internal import Sealing
internal import SystemPackage

/// What one round of a sync is to do.
struct SyncPlan {
  let direction: SyncDirection
  let isDryRun: Bool
  /// Whether files on both sides are compared by what they hold, and not by their lengths only.
  let isThorough: Bool
  /// What lay at the target after the last sync.
  let known: Set<String>
  /// Files there that were looked at before and left there.
  let refused: Refusals
  /// Headers there that count no more.
  let idle: [StoredFile]

  /// What is asked for together.
  enum Round {
    /// Packs, as each makes up for many files, and notices.
    case packs
    case others
    /// What was refused before and may be good by now.
    case refused
  }
}

/// One round of a sync: what is missing on either side moves there.
///
/// First comes what the target has, packs before all else, as a pack makes up for many files; then goes what it
/// has not. A file there that others there make up for is removed once these were read back.
extension Vault {
  /// - Returns: what is at the target then, and what became of what was brought.
  func exchange(
    _ remote: [CarriedFile], _ plan: SyncPlan, with carrier: any Carrier,
    _ outcome: inout SyncOutcome, _ progress: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> (there: Set<StoredFile>, receipt: Receipt) {
    let headers = Set(remote.map(\.file).filter(\.isLikeHeader))
    let there = remote.filter { !headers.contains($0.file) }
    if plan.isDryRun {
      var receipt = Receipt()
      if plan.isThorough { try await compare(remote, at: carrier, isDryRun: true, &receipt) }
      try foresee(there, headers, receipt, plan, &outcome)
      return ([], receipt)
    }
    var receipt = try await receive(there, plan, from: carrier, &outcome, progress)
    for file in plan.idle { receipt.leftovers[file] = [] }
    if plan.isThorough { try await compare(remote, at: carrier, &receipt) }
    try SyncError.here { () throws(VaultError) in
      outcome.resealedCount += try settle(receipt)
    }
    var names = Set(remote.map(\.file))
    var damaged = Set(receipt.damaged)
    if plan.direction == .bothWays {
      let sent = try await send(besides: remote, receipt, plan, with: carrier, &outcome, progress)
      names.formUnion(sent)
      damaged.subtract(sent)
      names.subtract(try await clear(remote, receipt, with: carrier, &outcome))
    }
    outcome.merge.add(receipt.merge)
    outcome.damagedThere = damaged.sorted().map(\.path)
    outcome.notAskedCount = receipt.notAskedCount
    return (names, receipt)
  }

  /// What the vault's folder holds; it is looked at anew after each change of ours.
  func index() throws(SyncError) -> VaultIndex {
    try SyncError.here { () throws(VaultError) in try knownOrNewIndex() }
  }

  /// The vault's folder.
  func vaultFolder() throws(SyncError) -> Folder {
    try SyncError.here { () throws(VaultError) in try Self.openFolder(locations.vault) }
  }

  func knownOrNewIndex() throws(VaultError) -> VaultIndex {
    if let knownIndex { return knownIndex }
    let folder = try Self.openFolder(locations.vault)
    let keys = keys
    let index = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultIndex(of: folder, keys)
    }
    knownIndex = index
    return index
  }

  /// What is at the target and not here: notices and packs first, then what proved saves name, all in portions.
  private func receive(
    _ there: [CarriedFile], _ plan: SyncPlan, from carrier: any Carrier,
    _ outcome: inout SyncOutcome, _ progress: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> Receipt {
    var receipt = Receipt()
    var asked: Set<StoredFile> = []
    // At last what was refused before: what came now names it, or it may be good by now.
    for round in [SyncPlan.Round.packs, .others, .others, .refused] {
      var wanted = try wanted(there, round, plan).filter { !asked.contains($0.file) }
      guard !wanted.isEmpty else { continue }
      progress(.receiving(wanted.count))
      let recorded = try SyncError.here { () throws(VaultError) in
        try read()
        return recordedHashes
      }
      if asked.isEmpty {
        let folder = try vaultFolder()
        let late = contents.findings.files(.late)
        receipt.lateCount = late.count
        receipt.lateByteCount = late.reduce(0) { $0 + folder.byteCount(of: $1) }
      }
      asked.formUnion(wanted.map(\.file))
      wanted.sort { $0.file < $1.file }
      // None waits for ever behind others.
      if round == .refused { wanted.shuffle(using: &generator) }
      let isNamed = { (carried: CarriedFile) in carried.file.hash.map(recorded.contains) ?? false }
      let (named, others) = (wanted.filter(isNamed), wanted.filter { !isNamed($0) })
      var rest = (named + others)[...]
      while let next = rest.first {
        var portion = rest.portion
        if !isNamed(next) {
          // What no proved save names is not asked for without end.
          portion = portion.prefix(receipt.remainingCount)
        } else {
          portion = portion.prefix(while: isNamed)
        }
        guard !portion.isEmpty else {
          receipt.notAskedCount += rest.count
          break
        }
        rest.removeFirst(portion.count)
        let place = try await SyncError.there { () throws(CarrierProblem) in
          try await carrier.fetch(portion.map(\.file))
        }
        try SyncError.here { () throws(VaultError) in
          try receive(portion, from: place, recorded, into: &receipt)
        }
      }
    }
    outcome.receivedCount += receipt.merge.fileCount
    outcome.receivedByteCount += receipt.merge.byteCount
    return receipt
  }

  /// Takes in the files at the target that are here too, and hold something else there.
  private func compare(
    _ there: [CarriedFile], at carrier: any Carrier, isDryRun: Bool = false,
    _ receipt: inout Receipt
  ) async throws(SyncError) {
    let files = try index().files
    let known = there.filter { files.contains($0.file) }
    let shared = known.map(\.file)
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(shared)
    }
    let folder = try? Folder(place)
    let altered = shared.filter { file in
      guard let bytes = try? folder?.read(file.path, limit: VaultLayout.fileByteLimit) else {
        return true
      }
      return ContentHash(of: bytes.span) != file.hash
    }
    if !isDryRun {
      let others = known.filter { altered.contains($0.file) && $0.file.kind != .vault }
      try SyncError.here { () throws(VaultError) in
        try receive(others, from: place, recordedHashes, into: &receipt)
      }
    }
    receipt.damaged += altered
  }

  /// Which files to bring here.
  private func wanted(
    _ there: [CarriedFile], _ round: SyncPlan.Round, _ plan: SyncPlan
  ) throws(SyncError) -> [CarriedFile] {
    let index = try index()
    let findings = contents.findings
    // Names are looked up only where something was refused.
    let recorded =
      plan.refused.all.isEmpty ? [] : isRead ? recordedHashes : memory.recorded
    let bad = Set(isRead ? findings.files(.damaged) + findings.files(.foreign) : [])
    let folder = try vaultFolder()
    return there.filter { carried in
      let file = carried.file
      let isNamed = file.hash.map(recorded.contains) ?? false
      let isRefused = !isNamed && plan.refused.all.contains(carried)
      let isFirst = file.kind == .pack || file.kind == .notice
      let isDue =
        switch round {
        case .packs: isFirst && !isRefused
        case .others: !isFirst && !isRefused
        case .refused:
          isRefused && (plan.isThorough || plan.refused.undecided.contains(carried))
        }
      guard isDue, carried.byteCount <= VaultLayout.fileByteLimit else { return false }
      guard file.hash != nil else { return file.isLikeOurs }
      if !index.makesUp(for: file) { return true }
      guard index.files.contains(file) else { return false }
      // What is there is looked at before it is replaced: it may hold something else of the vault.
      if carried.differs(from: folder.byteCount(of: file)) { return true }
      return (plan.isThorough || bad.contains(file)) && !isGood(file, in: folder)
    }
  }

  /// Puts at the target what it lacks.
  private func send(
    besides remote: [CarriedFile], _ receipt: Receipt, _ plan: SyncPlan, with carrier: any Carrier,
    _ outcome: inout SyncOutcome, _ progress: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> [StoredFile] {
    var files = try missing(in: remote, receipt, plan)
    // Many small ones travel as one.
    if files.count(where: { $0.kind == .segment }) > Self.fewFiles {
      let isPacked = try SyncError.here { () throws(VaultError) in
        try read()
        return try packOwn()
      }
      if isPacked { files = try missing(in: remote, receipt, plan) }
    }
    let folder = try vaultFolder()
    files = files.filter { isGood($0, in: folder) }
    guard !files.isEmpty else { return [] }
    progress(.sending(files.count))
    let (vault, all) = (locations.vault, files)
    try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.send(all, from: vault)
    }
    outcome.sentCount += files.count
    outcome.sentByteCount += files.reduce(0) { $0 + folder.byteCount(of: $1) }
    return files
  }

  /// So many segments travel by themselves; more are packed before.
  private static let fewFiles = 16

  /// What is here and not at the target: photos, packs, segments, then headers, which open the rest, and
  /// notices at the end.
  private func missing(
    in remote: [CarriedFile], _ receipt: Receipt, _ plan: SyncPlan
  ) throws(SyncError) -> [StoredFile] {
    let index = try index()
    // Without the new key nobody here knows whether its files replaced what was there and is gone.
    let gone = currentSuccessor == nil ? [] : plan.known
    let damaged = Set(receipt.damaged)
    let there = Dictionary(
      remote.map { ($0.file, $0.byteCount) }, uniquingKeysWith: { first, _ in first })
    let folder = try vaultFolder()
    let order: [StoredKind] = [.other, .photo, .pack, .segment, .vault, .notice]
    return index.files.filter { file in
      if let byteCount = there[file], !damaged.contains(file) {
        return CarriedFile(file: file, byteCount: byteCount)
          .differs(from: folder.byteCount(of: file))
      }
      return !index.isSubstituted(file) && !gone.contains(file.path)
    }.sorted { left, right in
      let places = [left, right].map { file in order.firstIndex { $0 == file.kind } ?? 0 }
      return (places[0], left) < (places[1], right)
    }
  }

  /// What would be moved.
  private func foresee(
    _ there: [CarriedFile], _ headers: Set<StoredFile>, _ receipt: Receipt, _ plan: SyncPlan,
    _ outcome: inout SyncOutcome
  ) throws(SyncError) {
    let wanted = try wanted(there, .packs, plan) + wanted(there, .others, plan)
    outcome.receivedCount += wanted.count
    outcome.receivedByteCount += wanted.reduce(0) { $0 + max(0, $1.byteCount) }
    guard plan.direction == .bothWays else { return }
    let folder = try vaultFolder()
    let headers = headers.map { CarriedFile(file: $0, byteCount: folder.byteCount(of: $0)) }
    let sent = try missing(in: there + headers, receipt, plan)
    outcome.sentCount = sent.count
    outcome.sentByteCount = sent.reduce(0) { $0 + folder.byteCount(of: $1) }
  }
}

extension ArraySlice<CarriedFile> {
  /// Those at the beginning that are brought together; one at least.
  fileprivate var portion: ArraySlice<CarriedFile> {
    var (count, byteCount) = (0, 0)
    return prefix { carried in
      defer { (count, byteCount) = (count + 1, byteCount + Swift.max(0, carried.byteCount)) }
      return count == 0
        || count < Receipt.countLimit && byteCount + carried.byteCount <= Receipt.byteLimit
    }
  }
}
