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
  /// Whether vault files came from there that were not here.
  let hasNewMarkers: Bool
  /// Vault files there that count no more.
  let idle: [StoredFile]
}

/// One round of a sync: what is missing on either side moves there.
///
/// First comes what the target has, packs before all else, as a pack makes up for many files; then goes what it
/// has not. A file there that others there make up for is removed once these were read back.
extension Vault {
  /// - Returns: what lies at the target then.
  func exchange(
    _ remote: [CarriedFile], _ plan: SyncPlan, with carrier: any Carrier,
    _ outcome: inout SyncOutcome, _ progress: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> Set<StoredFile> {
    let markers = Set(remote.map(\.file).filter(\.isLikeMarker))
    let there = remote.filter { !markers.contains($0.file) }
    if plan.isDryRun {
      let receipt =
        plan.isThorough ? try await altered(remote, at: carrier, isDryRun: true) : Receipt()
      try foresee(there, markers, receipt, plan, &outcome)
      return []
    }
    var receipt = try await receive(there, plan, from: carrier, &outcome, progress)
    receipt.leftovers += plan.idle
    if plan.isThorough { receipt.add(try await altered(remote, at: carrier)) }
    try SyncError.here { () throws(VaultError) in
      // What is said of keys may change what counts, and what came what is late.
      if plan.hasNewMarkers { try read() }
      if hasEndedFiles, receipt.merge.fileCount > 0 { try readAnew() }
      outcome.rescuedCount += try rescue(&outcome.merge, patience: patience)
      if isRead { try refill() }
      outcome.late = try lateFiles()
      if !outcome.late.isEmpty { outcome.lateFolder = try lateFolder() }
    }
    if try !index().misnamed.isEmpty {
      try SyncError.here { () throws(VaultError) in
        try read()
        try refill()
        let folder = try Self.openFolder(locations.vault)
        let device = try lockDevice(patience: patience)
        try checkUnchanged(folder)
        tidy(folder, device.device)
      }
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
    return names
  }

  /// What the vault's folder holds; it is looked at anew after each change of ours.
  func index() throws(SyncError) -> VaultIndex {
    if let knownIndex { return knownIndex }
    let index = try SyncError.here { () throws(VaultError) in
      let folder = try Self.openFolder(locations.vault)
      let keys = keys
      return try VaultError.naming(locations.vault) { () throws(SystemFailure) in
        try VaultIndex(of: folder, keys)
      }
    }
    knownIndex = index
    return index
  }

  /// What is at the target and not here.
  private func receive(
    _ there: [CarriedFile], _ plan: SyncPlan, from carrier: any Carrier,
    _ outcome: inout SyncOutcome, _ progress: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> Receipt {
    var receipt = Receipt()
    let aside = try SyncError.here { () throws(VaultError) in try lateNames() }
    var asked: Set<StoredFile> = []
    for isPack in [true, false] {
      let wanted = try wanted(there, isPack: isPack, plan).filter {
        !($0.hash != nil && aside.contains($0.name)) && !asked.contains($0)
      }
      guard !wanted.isEmpty else { continue }
      asked.formUnion(wanted)
      progress(.receiving(wanted.count))
      let place = try await SyncError.there { () throws(CarrierProblem) in
        try await carrier.fetch(wanted)
      }
      try SyncError.here { () throws(VaultError) in
        let brought = try receive(wanted, from: place)
        receipt.add(brought)
        try setAside(brought.late, from: place)
      }
    }
    outcome.receivedCount += receipt.merge.fileCount
    outcome.receivedByteCount += receipt.merge.byteCount
    return receipt
  }

  /// Takes in the files at the target that are here too, and hold something else there.
  private func altered(
    _ there: [CarriedFile], at carrier: any Carrier, isDryRun: Bool = false
  ) async throws(SyncError) -> Receipt {
    let files = try index().files
    let shared = there.map(\.file).filter { files.contains($0) }
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
    var receipt = Receipt()
    if !isDryRun {
      let others = altered.filter { $0.kind != .vault }
      receipt = try SyncError.here { () throws(VaultError) in
        let brought = try receive(others, from: place)
        try setAside(brought.late, from: place)
        return brought
      }
    }
    receipt.damaged = altered
    return receipt
  }

  /// Which files to bring here.
  private func wanted(
    _ there: [CarriedFile], isPack: Bool, _ plan: SyncPlan
  ) throws(SyncError) -> [StoredFile] {
    let index = try index()
    let damaged = Set(isRead ? contents.findings.files(.damaged) : [])
    let folder = try SyncError.here { () throws(VaultError) in
      try Self.openFolder(locations.vault)
    }
    return there.filter { carried in
      let file = carried.file
      guard (file.kind == .pack) == isPack, carried.byteCount <= VaultLayout.fileByteLimit else {
        return false
      }
      guard file.hash != nil else { return file.isLikeOurs }
      if !index.makesUp(for: file) { return true }
      guard index.files.contains(file) else { return false }
      // What is there is looked at before it is replaced: it may hold something else of the vault.
      if carried.differs(from: folder.byteCount(of: file)) { return true }
      return (plan.isThorough || damaged.contains(file)) && !isGood(file, in: folder)
    }.map(\.file).sorted()
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
        try refill()
        return try packOwn()
      }
      if isPacked { files = try missing(in: remote, receipt, plan) }
    }
    let folder = try SyncError.here { () throws(VaultError) in
      try Self.openFolder(locations.vault)
    }
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

  /// What is here and not at the target: photos, packs, segments, and the vault's own file at the end, as that
  /// makes a vault of the rest.
  private func missing(
    in remote: [CarriedFile], _ receipt: Receipt, _ plan: SyncPlan
  ) throws(SyncError) -> [StoredFile] {
    let index = try index()
    // Under a changed key nobody here knows whether its files replaced what was there and is gone.
    let gone = knownKeyChange == nil ? [] : plan.known
    let damaged = Set(receipt.damaged)
    let there = Dictionary(
      remote.map { ($0.file, $0.byteCount) }, uniquingKeysWith: { first, _ in first })
    let folder = try SyncError.here { () throws(VaultError) in
      try Self.openFolder(locations.vault)
    }
    let order: [StoredKind] = [.photo, .pack, .segment, .vault]
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
    _ there: [CarriedFile], _ markers: Set<StoredFile>, _ receipt: Receipt, _ plan: SyncPlan,
    _ outcome: inout SyncOutcome
  ) throws(SyncError) {
    let wanted = try wanted(there, isPack: true, plan) + wanted(there, isPack: false, plan)
    let sizes = Dictionary(
      there.map { ($0.file, $0.byteCount) }, uniquingKeysWith: { first, _ in first })
    outcome.receivedCount += wanted.count
    outcome.receivedByteCount += wanted.reduce(0) { $0 + (sizes[$1] ?? 0) }
    guard plan.direction == .bothWays else { return }
    let folder = try SyncError.here { () throws(VaultError) in
      try Self.openFolder(locations.vault)
    }
    let markers = markers.map { CarriedFile(file: $0, byteCount: folder.byteCount(of: $0)) }
    let sent = try missing(in: there + markers, receipt, plan)
    outcome.sentCount = sent.count
    outcome.sentByteCount = sent.reduce(0) { $0 + folder.byteCount(of: $1) }
  }
}
