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
      try foresee(there, markers, plan, &outcome)
      return []
    }
    var receipt = try await receive(there, plan, from: carrier, &outcome, progress)
    receipt.leftovers += plan.idle
    if plan.isThorough { receipt.damaged += try await altered(remote, at: carrier) }
    if try !index().misnamed.isEmpty {
      try SyncError.here { () throws(VaultError) in
        try read()
        let folder = try Self.openFolder(locations.vault)
        let device = try lockDevice(patience: patience)
        try checkUnchanged(folder)
        tidy(folder, device.device)
      }
    }
    try SyncError.here { () throws(VaultError) in
      outcome.rescuedCount += try rescue(&outcome.merge, patience: patience)
      outcome.late = try lateFiles()
      if !outcome.late.isEmpty { outcome.lateFolder = try lateFolder() }
    }
    var names = Set(remote.map(\.file))
    if plan.direction == .bothWays {
      names.formUnion(
        try await send(besides: remote, receipt, plan, with: carrier, &outcome, progress))
      names.subtract(try await clear(remote, receipt, with: carrier, &outcome))
    }
    outcome.merge.add(receipt.merge)
    outcome.damagedThere = receipt.damaged.map(\.path)
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

  /// The files at the target that are here too, and hold something else there.
  private func altered(
    _ there: [CarriedFile], at carrier: any Carrier
  ) async throws(SyncError) -> [StoredFile] {
    let files = try index().files
    let shared = there.map(\.file).filter { files.contains($0) }
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(shared)
    }
    guard let folder = try? Folder(place) else { return shared }
    return shared.filter { file in
      guard let bytes = try? folder.read(file.path, limit: VaultLayout.fileByteLimit) else {
        return true
      }
      return ContentHash(of: bytes.span) != file.hash
    }
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
      // One of the two is not whole, perhaps; if it is not this one, it is sent.
      let isDoubtful =
        plan.isThorough || damaged.contains(file)
        || carried.differs(from: folder.byteCount(of: file))
      return index.files.contains(file) && isDoubtful && !isGood(file, in: folder)
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

  /// Whether a file of the vault is what its name says, and sealed with a key of the vault that counts.
  private func isGood(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard let bytes = try? folder.read(file.path, limit: VaultLayout.fileByteLimit),
      ContentHash(of: bytes.span) == file.hash, let header = try? EnvelopeHeader(of: bytes.span)
    else { return false }
    guard let own = keys[header.keyID], header.epoch >= keys.finishedBefore else { return false }
    guard header.kind == .vault, keys.marker.isFinished else { return true }
    // Where the key was changed for good, only what says so counts.
    guard let payload = try? own.openSecret(bytes.span, as: .vault),
      let read = try? VaultMarker.read(payload, root: own.root)
    else { return false }
    return read.marker.isFinished
  }

  /// The same of the vault's own folder.
  private func isGood(_ file: StoredFile) -> Bool {
    guard let folder = try? Folder(locations.vault) else { return false }
    return isGood(file, in: folder)
  }

  /// The segments that can be read in a pack.
  private func readable(_ file: StoredFile, in folder: borrowing Folder) -> Set<ContentHash> {
    guard let opened = OpenedFile(file, in: folder, keys),
      case .payload(.pack, _, let payload) = opened.content
    else { return [] }
    return (try? Pack(payload: payload))?.readableIdentities ?? []
  }

  /// Removes at the target what other files there make up for.
  private func clear(
    _ remote: [CarriedFile], _ receipt: Receipt, with carrier: any Carrier,
    _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> [StoredFile] {
    let index = try index()
    // Until an epoch is finished, others may have no newer key, and need its files.
    let isSettled = keys.finishedBefore == keys.epoch && knownKeyChange == nil
    let covered = remote.map(\.file).filter {
      isSettled && index.isSubstituted($0)
    }
    let everything = index.files.filter { file in
      (file.kind == .pack || file.kind == .vault) && !index.isSubstituted(file)
    }
    var needed = Set(covered.flatMap { index.substitutes(for: $0) }).subtracting(covered)
    needed.formUnion(receipt.misnamed.values)
    if !receipt.leftovers.isEmpty { needed.formUnion(everything) }
    guard !needed.isEmpty else { return [] }
    // Nothing goes before what makes up for it was read back from there.
    let proofs = needed.sorted()
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(proofs)
    }
    guard let folder = try? Folder(place) else { return [] }
    var whole: [StoredFile: Set<ContentHash>] = [:]
    for file in proofs where isGood(file, in: folder) {
      whole[file] = file.kind == .pack ? readable(file, in: folder) : []
    }
    var gone = covered.filter { file in
      index.substitutes(for: file).contains { pack in
        guard let identities = whole[pack] else { return false }
        return file.kind == .pack || file.hash.map(identities.contains) ?? false
      }
    }
    gone += receipt.misnamed.filter { whole[$0.value] != nil }.keys
    if everything.allSatisfy({ whole[$0] != nil || !isGood($0) }) { gone += receipt.leftovers }
    guard !gone.isEmpty else { return [] }
    let all = Array(Set(gone)).sorted()
    try await SyncError.there { () throws(CarrierProblem) in try await carrier.remove(all) }
    outcome.removedCount += all.count
    return all
  }

  /// What would be moved.
  private func foresee(
    _ there: [CarriedFile], _ markers: Set<StoredFile>, _ plan: SyncPlan,
    _ outcome: inout SyncOutcome
  ) throws(SyncError) {
    let wanted = try wanted(there, isPack: true, plan) + wanted(there, isPack: false, plan)
    let sizes = Dictionary(
      there.map { ($0.file, $0.byteCount) }, uniquingKeysWith: { first, _ in first })
    outcome.receivedCount = wanted.count
    outcome.receivedByteCount = wanted.reduce(0) { $0 + (sizes[$1] ?? 0) }
    guard plan.direction == .bothWays else { return }
    let folder = try SyncError.here { () throws(VaultError) in
      try Self.openFolder(locations.vault)
    }
    let markers = markers.map { CarriedFile(file: $0, byteCount: folder.byteCount(of: $0)) }
    let sent = try missing(in: there + markers, Receipt(), plan)
    outcome.sentCount = sent.count
    outcome.sentByteCount = sent.reduce(0) { $0 + folder.byteCount(of: $1) }
  }
}
