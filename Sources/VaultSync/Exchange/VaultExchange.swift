internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// One round of a sync: whatever is missing on either side is transferred.
///
/// It first receives what the target has, starting with packs, because each replaces many files, and ending with
/// headers, as a new key hides what the old one sealed; then it sends what the target lacks. A file at the target that others there
/// replace is removed once these were read back.
extension Vault {
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
    // With a new key elsewhere, this device only reads.
    if plan.direction == .bothWays, currentSuccessor == nil, !isOlderThanRemembered {
      let sent = try await send(besides: remote, receipt, plan, with: transport, &outcome)
      names.formUnion(sent)
      damaged = damaged.filter { !sent.contains($0.inLowerCase) }
      names.subtract(try await clear(remote, sent, receipt, plan, with: transport, &outcome))
    }
    if let before = plan.shown ?? receipt.shown {
      // An interrupted sync may have received everything but the headers.
      try SyncError.here { () throws(VaultError) in try read() }
      outcome.merge.count(from: before, to: entries)
    }
    outcome.damagedThere = damaged.sorted().map(\.path)
    outcome.notAskedCount = receipt.notAskedCount
    return (names, receipt)
  }

  /// An index of the vault's folder, rebuilt after each of our own changes.
  func contentsIndex() throws(SyncError) -> FolderIndex {
    try SyncError.here { () throws(VaultError) in try index() }
  }

  /// The vault's folder.
  func vaultFolder() throws(SyncError) -> Folder {
    try SyncError.here { () throws(VaultError) in try Self.openFolder(locations.vault) }
  }

  /// Receives what is missing here: notices and packs first, all in portions.
  private func receive(
    _ there: [RemoteFile], _ plan: SyncPlan, from transport: any Transport,
    _ outcome: inout SyncOutcome
  ) async throws(SyncError) -> Receipt {
    var receipt = Receipt()
    var asked: Set<StoredFile> = []
    // Last, files refused before: they may be good by now.
    for round in [SyncPlan.Round.packs, .others, .refused] {
      var wanted = try wanted(there, round, plan).filter { !asked.contains($0.file) }
      guard !wanted.isEmpty else { continue }
      try SyncError.here { () throws(VaultError) in try read() }
      asked.formUnion(wanted.map(\.file))
      wanted.sort { $0.file < $1.file }
      // None is delayed by others forever.
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
        let place = try await SyncError.there { () throws(TransportProblem) in
          try await transport.fetch(portion.map(\.file))
        }
        try SyncError.here { () throws(VaultError) in
          try receive(portion, from: place, into: &receipt) { count.advance() }
        }
      }
    }
    outcome.receivedCount += receipt.fileCount
    outcome.receivedByteCount += receipt.byteCount
    return receipt
  }

  /// Receives the files at the target that are here too, but differ there.
  private func compare(
    _ there: [RemoteFile], at transport: any Transport, isDryRun: Bool = false,
    _ receipt: inout Receipt
  ) async throws(SyncError) {
    let files = try contentsIndex().files
    let known = there.filter { files.contains($0.place) }
    let shared = known.map(\.file)
    // How long the transport takes says nothing about the comparing.
    let receiving = WorkMeter.begin(.receiving)
    defer { receiving.end() }
    let place = try await SyncError.there { () throws(TransportProblem) in
      try await transport.fetch(shared)
    }
    receiving.end()
    let count = WorkMeter.begin(.comparing, count: shared.count)
    defer { count.end() }
    let folder = try? Folder(place)
    let altered = shared.filter { file in
      defer { count.advance() }
      guard let bytes = try? folder?.read(file.path, limit: VaultLayout.fileByteLimit) else {
        return true
      }
      return ContentHash(of: bytes.span) != file.inLowerCase.hash
    }
    if !isDryRun {
      let others = known.filter { altered.contains($0.file) && $0.place.kind != .vault }
      try SyncError.here { () throws(VaultError) in
        try receive(others, from: place, into: &receipt)
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
      let file = carried.place
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
      // Such a file is checked before it is replaced: it may contain something else of the vault.
      if carried.differs(from: folder.byteCount(of: file)) { return true }
      let isDoubtful =
        plan.isThorough || bad.contains(file) || !provesHeader(of: file, in: folder)
      // What has the hash in its name is whole, whichever key it needs.
      return isDoubtful && provedFile(file, in: folder) == nil && file.isAltered(in: folder)
    }
  }

  /// Sends what the target lacks.
  private func send(
    besides remote: [RemoteFile], _ receipt: Receipt, _ plan: SyncPlan,
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
    // Opening a file counts it.
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

  /// How many segments are sent individually; more are packed first.
  private static let fewFiles = 16

  /// The files missing at the target: photos, packs, segments, then headers, which open the rest, and finally
  /// notices.
  private func missing(
    in remote: [RemoteFile], _ receipt: Receipt, _ plan: SyncPlan
  ) throws(SyncError) -> [StoredFile] {
    let index = try contentsIndex()
    let damaged = Set(receipt.damaged)
    let there = remote.byPlace
    let folder = try vaultFolder()
    let order: [StoredKind] = [.other, .photo, .pack, .segment, .vault, .notice]
    return index.files.filter { file in
      if let carried = there[file], !damaged.contains(carried.file) {
        return carried.differs(from: folder.byteCount(of: file))
      }
      return !index.isReplaced(file)
    }.sorted { left, right in
      let places = [left, right].map { file in order.firstIndex { $0 == file.kind } ?? 0 }
      return (places[0], left) < (places[1], right)
    }
  }

  /// Counts what would be transferred.
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
  /// The files by their places; of several with one place, the one under its own name, or else the first.
  var byPlace: [StoredFile: RemoteFile] {
    Dictionary(map { ($0.place, $0) }) { one, other in
      if one.file == one.place { return one }
      return other.file == other.place || other.file < one.file ? other : one
    }
  }
}

extension ArraySlice<RemoteFile> {
  /// The files at the start that are fetched together; at least one.
  fileprivate var portion: ArraySlice<RemoteFile> {
    var (count, byteCount) = (0, 0)
    return prefix { carried in
      defer { (count, byteCount) = (count + 1, byteCount + Swift.max(0, carried.byteCount)) }
      return count == 0
        || count < Receipt.countLimit && byteCount + carried.byteCount <= Receipt.byteLimit
    }
  }
}
