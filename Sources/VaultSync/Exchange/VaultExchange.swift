internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The settings of one round of a sync.
struct SyncPlan {
  let direction: SyncDirection
  let isDryRun: Bool
  /// Whether to compare files on both sides by content, not just by length.
  let isThorough: Bool
  /// The files at the target after the last sync.
  let known: Set<String>
  /// Files that were checked before and left there.
  let refused: Refusals
  /// Headers there with wrong names, and their proper locations.
  let misnamed: [StoredFile: StoredFile]
  /// What this device's former key showed here; `nil` if the key is the same.
  let shown: [CardID: Vault.CardEntry]?
  /// Whether to go on.
  let isWanted: @Sendable () -> Bool

  /// Which files to request.
  enum Round {
    /// Notices, and packs, each of which replaces many files.
    case packs
    case others
    /// Refused files that may be good by now.
    case refused
  }
}

extension Vault {
  /// One round of a sync, in which each side gets what it lacks.
  ///
  /// It first receives, starting with packs, each of which replaces many files, and ending with headers, as a new
  /// key hides what the old one sealed; then it sends. A file at the target that others there replace is removed
  /// once these were read back.
  ///
  /// - Returns: the files at the target afterwards, and the results of receiving.
  func exchange(
    _ remote: [RemoteFile], _ plan: SyncPlan, with transport: any Transport,
    _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> (there: Set<StoredFile>, receipt: Receipt) {
    let headers = Set(remote.map(\.file).filter(\.isLikeHeader))
    let there = remote.filter { !headers.contains($0.file) }
    if plan.isDryRun {
      var receipt = Receipt()
      if plan.isThorough { try await compare(remote, at: transport, isDryRun: true, &receipt) }
      try foresee(there, headers, receipt, plan, &outcome)
      return ([], receipt)
    }
    var receipt = try await receive(there, plan, from: transport, &outcome)
    receipt.misnamed.merge(plan.misnamed) { known, _ in known }
    let accepted = try SyncError.here { () throws(VaultError) in try acceptHeaders() }
    outcome.receivedCount += accepted.count
    outcome.receivedByteCount += accepted.byteCount
    if plan.isThorough {
      guard plan.isWanted() else { throw .stopped }
      try await compare(remote, at: transport, &receipt)
    }
    try SyncError.here { () throws(VaultError) in try prepareSending() }
    outcome.movedCount = movedCount
    var names = Set(remote.map(\.file))
    var damaged = Set(receipt.damaged)
    // If there is a new key elsewhere, this device only reads.
    if plan.direction == .bothWays, currentSuccessor == nil, !isOlderThanRemembered {
      let sent = try await send(missingIn: remote, receipt, plan, with: transport, &outcome)
      names.formUnion(sent)
      damaged = damaged.filter { !sent.contains($0.inLowerCase) }
      names.subtract(try await clear(remote, sent, receipt, plan, with: transport, &outcome))
    }
    if let before = plan.shown ?? receipt.shown {
      // An interrupted sync may have received everything but the headers.
      try SyncError.here { () throws(VaultError) in try read() }
      outcome.merge.count(from: before, to: self)
    }
    outcome.damagedThere = damaged.sorted().map(\.path)
    outcome.notAskedCount = receipt.notAskedCount
    return (names, receipt)
  }

  func contentsIndex() throws(SyncError) -> FolderIndex {
    try SyncError.here { () throws(VaultError) in try index() }
  }

  func vaultFolder() throws(SyncError) -> Folder {
    try SyncError.here { () throws(VaultError) in try Self.openFolder(locations.vault) }
  }

  /// Receives what is missing here in portions, notices and packs first.
  private func receive(
    _ there: [RemoteFile], _ plan: SyncPlan, from transport: any Transport,
    _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> Receipt {
    var receipt = Receipt()
    var asked: Set<StoredFile> = []
    for round in [SyncPlan.Round.packs, .others, .refused] {
      var wanted = try wanted(there, round, plan).filter { !asked.contains($0.file) }
      guard !wanted.isEmpty else { continue }
      try SyncError.here { () throws(VaultError) in try read() }
      asked.formUnion(wanted.map(\.file))
      wanted.sort { $0.file < $1.file }
      // So that no file is delayed forever.
      if round == .refused { wanted.shuffle(using: &generator) }
      var rest = wanted[...]
      let count = WorkMeter.begin(.receiving, count: rest.count)
      defer { count.end() }
      while !rest.isEmpty {
        let portion = rest.portion.prefix(receipt.remainingCount)
        guard !portion.isEmpty else {
          receipt.notAskedCount += rest.count
          break
        }
        guard plan.isWanted() else { throw .stopped }
        rest.removeFirst(portion.count)
        let path = try await SyncError.there { () throws(TransportProblem) in
          try await transport.fetch(portion.map(\.file))
        }
        try SyncError.here { () throws(VaultError) in
          try receive(portion, from: path, into: &receipt) { count.advance() }
        }
      }
    }
    outcome.receivedCount += receipt.fileCount
    outcome.receivedByteCount += receipt.byteCount
    return receipt
  }

  /// Receives files that are on both sides, but differ at the target.
  private func compare(
    _ there: [RemoteFile], at transport: any Transport, isDryRun: Bool = false,
    _ receipt: inout Receipt
  ) async throws(SyncError) {
    let files = try contentsIndex().files
    let known = there.filter { files.contains($0.localFile) }
    let shared = known.map(\.file)
    // The transport's time is not part of comparing.
    let receiving = WorkMeter.begin(.receiving)
    defer { receiving.end() }
    let path = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(shared)
    }
    receiving.end()
    let count = WorkMeter.begin(.comparing, count: shared.count)
    defer { count.end() }
    let folder = try? Folder(path)
    let altered = shared.filter { file in
      defer { count.advance() }
      guard let bytes = try? folder?.read(file.path, limit: VaultLayout.fileByteLimit) else {
        return true
      }
      return ContentHash(of: bytes.span) != file.inLowerCase.hash
    }
    if !isDryRun {
      let others = known.filter { altered.contains($0.file) && $0.localFile.kind != .vault }
      try SyncError.here { () throws(VaultError) in
        try receive(others, from: path, into: &receipt)
      }
    }
    receipt.damaged += altered
  }

  /// The files to receive.
  private func wanted(
    _ there: [RemoteFile], _ round: SyncPlan.Round, _ plan: SyncPlan
  ) throws(SyncError) -> [RemoteFile] {
    let count = WorkMeter.begin(.comparing, count: there.count)
    defer { count.end() }
    let index = try contentsIndex()
    let bad = unusableFiles
    let folder = try vaultFolder()
    return there.filter { carried in
      defer { count.advance() }
      let file = carried.localFile
      let isRefused = plan.refused.all.contains(carried)
      let isFirst = file.kind == .pack || file.kind == .notice
      let isDue =
        switch round {
        case .packs: isFirst && !isRefused
        case .others: !isFirst && !isRefused
        case .refused:
          isRefused && (plan.isThorough || plan.refused.undecided.contains(carried))
        }
      guard isDue, carried.byteCount <= VaultLayout.fileByteLimit else { return false }
      guard file.hash != nil else { return carried.file.isLikeOurs }
      if !index.makesUp(for: file) { return true }
      guard index.files.contains(file) else { return false }
      // Checked before it replaces the one here, as it may be another file of the vault.
      if carried.differs(from: folder.byteCount(of: file)) { return true }
      let isDoubtful =
        plan.isThorough || bad.contains(file) || !provesHeader(of: file, in: folder)
      // A file that matches the hash in its name is whole, whatever its key.
      return isDoubtful && provedFile(file, in: folder) == nil && file.isAltered(in: folder)
    }
  }

  /// Sends what the target lacks.
  private func send(
    missingIn remote: [RemoteFile], _ receipt: Receipt, _ plan: SyncPlan,
    with transport: any Transport,
    _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> [StoredFile] {
    var files = try missing(in: remote, receipt, plan)
    // Many small files are sent as one.
    if files.count(where: { $0.kind == .segment }) > Self.fewFiles {
      let isPacked = try SyncError.here { () throws(VaultError) in
        try read()
        return try packOwn()
      }
      if isPacked { files = try missing(in: remote, receipt, plan) }
    }
    let folder = try vaultFolder()
    let checking = WorkMeter.begin(.checking, count: files.count)
    // Opening a file advances the count.
    files = files.filter { isGoodHere($0, in: folder) }
    checking.end()
    guard !files.isEmpty else { return [] }
    guard plan.isWanted() else { throw .stopped }
    let count = WorkMeter.begin(.sending, count: files.count)
    defer { count.end() }
    let (vault, all) = (locations.vault, files)
    try await SyncError.there { () throws(TransportProblem) in
      try await transport.send(all, from: vault)
    }
    outcome.sentCount += files.count
    outcome.sentByteCount += files.reduce(0) { $0 + folder.byteCount(of: $1) }
    return files
  }

  /// More segments than this are packed before sending.
  private static let fewFiles = 16

  /// The files that the target lacks: photos, packs, segments, then headers, which open the rest, and finally
  /// notices.
  private func missing(
    in remote: [RemoteFile], _ receipt: Receipt, _ plan: SyncPlan
  ) throws(SyncError) -> [StoredFile] {
    let index = try contentsIndex()
    let damaged = Set(receipt.damaged)
    let there = remote.byLocalFile
    let folder = try vaultFolder()
    let order: [StoredKind] = [.other, .photo, .pack, .segment, .vault, .notice]
    return index.files.filter { file in
      if let carried = there[file], !damaged.contains(carried.file) {
        return carried.differs(from: folder.byteCount(of: file))
      }
      return !index.isReplaced(file)
    }.sorted { left, right in
      let ranks = [left, right].map { file in order.firstIndex { $0 == file.kind } ?? 0 }
      return (ranks[0], left) < (ranks[1], right)
    }
  }

  /// Counts what a dry run would transfer.
  private func foresee(
    _ there: [RemoteFile], _ headers: Set<StoredFile>, _ receipt: Receipt, _ plan: SyncPlan,
    _ outcome: inout SyncOutcome
  ) throws(SyncError) {
    let wanted = try wanted(there, .packs, plan) + wanted(there, .others, plan)
    outcome.receivedCount += wanted.count
    outcome.receivedByteCount += wanted.reduce(0) { $0 + max(0, $1.byteCount) }
    guard plan.direction == .bothWays else { return }
    let folder = try vaultFolder()
    let headers = headers.map {
      RemoteFile(file: $0, byteCount: folder.byteCount(of: $0.inLowerCase))
    }
    let sent = try missing(in: there + headers, receipt, plan)
    outcome.sentCount = sent.count
    outcome.sentByteCount = sent.reduce(0) { $0 + folder.byteCount(of: $1) }
  }
}

extension [RemoteFile] {
  /// The files by their locations in a vault; of several for one location, the one with that name, or else the first.
  var byLocalFile: [StoredFile: RemoteFile] {
    Dictionary(map { ($0.localFile, $0) }) { one, other in
      if one.file == one.localFile { return one }
      return other.file == other.localFile || other.file < one.file ? other : one
    }
  }
}

extension ArraySlice<RemoteFile> {
  /// The next files to fetch together; at least one.
  fileprivate var portion: ArraySlice<RemoteFile> {
    var (count, byteCount) = (0, 0)
    return prefix { carried in
      defer { (count, byteCount) = (count + 1, byteCount + Swift.max(0, carried.byteCount)) }
      return count == 0
        || count < Receipt.countLimit && byteCount + carried.byteCount <= Receipt.byteLimit
    }
  }
}
