internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage

/// What became of files that a carrier brought.
struct Receipt {
  var merge = MergeOutcome()
  /// They hold what their names do not say, cannot be opened, or are not whole.
  var damaged: [StoredFile] = []
  /// They belong to an epoch that is finished, and hold what is nowhere else.
  var late: [StoredFile] = []
  /// They belong to an epoch that is finished, and hold nothing of their own.
  var leftovers: [StoredFile] = []
  /// Good ones under names that are not their own, and what they are called.
  var misnamed: [StoredFile: StoredFile] = [:]

  mutating func add(_ other: Receipt) {
    merge.add(other.merge)
    damaged += other.damaged
    late += other.late
    leftovers += other.leftovers
    misnamed.merge(other.misnamed) { $1 }
  }
}

extension MergeOutcome {
  /// Adds up two merges.
  mutating func add(_ other: MergeOutcome) {
    addedCount += other.addedCount
    changedCount += other.changedCount
    removedCount += other.removedCount
    conflictCount += other.conflictCount
    fileCount += other.fileCount
    byteCount += other.byteCount
  }
}

extension Vault {
  /// Takes files into the vault that lie in another folder, each as what it holds and not as it is named.
  ///
  /// What is good gets its place in the vault's folder, whole; what is not stays where it is.
  func receive(_ files: [StoredFile], from path: FilePath) throws(VaultError) -> Receipt {
    var receipt = Receipt()
    guard !files.isEmpty else { return receipt }
    try read()
    let source = try VaultError.naming(path) { () throws(SystemFailure) in try Folder(path) }
    let folder = try Self.openFolder(locations.vault)
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    device.recover(vault: folder, history: history, using: &generator)
    var known = Set(history.segments.map(\.identity))
    let photos = bringsOldPhoto(files, source) ? photoIdentities(in: folder) : []
    var new: [Segment] = []
    for file in files {
      guard let opened = OpenedFile(file, in: source, keys) else { continue }
      guard let kind = kept(opened, &receipt, known, photos) else { continue }
      if kind == .segment, keys.isSettled, contents.covered.contains(opened.hash) {
        // A pack makes up for it.
        receipt.misnamed[file] = StoredFile(kind, opened.hash)
        continue
      }
      let read = try VaultError.naming(path) { () throws(SystemFailure) in
        try source.readIfThere(file.path, limit: VaultLayout.fileByteLimit)
      }
      guard let bytes = read else { continue }
      // Another program may be writing it.
      guard ContentHash(of: bytes.span) == opened.hash else {
        receipt.damaged.append(file)
        continue
      }
      let place = try mend(bytes, opened.hash, kind, in: folder)
      if place != file { receipt.misnamed[file] = place }
      receipt.merge.fileCount += 1
      receipt.merge.byteCount += bytes.count
      new += take(opened, at: place, &known)
    }
    show(new, &receipt.merge)
    // Until the newest key is the only one, whoever has the one before could have made what came.
    if keys.isSettled { contents.settle(knowing: known) }
    remember(as: &device)
    return receipt
  }

  /// Whether there is a photo of a finished epoch among files, by what their headers say.
  private func bringsOldPhoto(_ files: [StoredFile], _ source: borrowing Folder) -> Bool {
    guard keys.hasEnded, keys.isSettled else { return false }
    return files.contains { file in
      let start = try? source.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
      let header = start.flatMap { EnvelopeHeader(claimedBy: $0.span) }
      return header.map { $0.kind == .photo && keys.age(of: $0.keyID) == .ended } ?? false
    }
  }

  /// The kind of a file that belongs in the vault; notes what is to be said of others.
  private func kept(
    _ opened: OpenedFile, _ receipt: inout Receipt, _ known: Set<ContentHash>,
    _ photos: Set<ContentHash>
  ) -> StoredKind? {
    let file = opened.file
    switch opened.content {
    case .payload(let kind, let age, let payload):
      if age == .ended {
        let isHere =
          keys.isSettled && Holdings(of: payload, kind, opened.hash).areAll(in: known, photos)
        if isHere { receipt.leftovers.append(file) } else { receipt.late.append(file) }
        return nil
      }
      // A name that is a hash and not this one: something else was to be here.
      if let hash = file.hash, hash != opened.hash { receipt.damaged.append(file) }
      // Vault files decide on keys, and are looked at before.
      return kind == .vault ? nil : kind
    case .finding(.newer), .finding(.ofLaterKey):
      // It cannot be read here; its name says that it is whole.
      if file.hash == opened.hash { return file.kind }
      // Under another file's name it would be written over.
      if file.hash != nil { receipt.late.append(file) }
      return nil
    case .finding(.damaged):
      receipt.damaged.append(file)
      return nil
    // None of this vault's.
    case .finding: return nil
    }
  }

  /// Takes in what a file says.
  private func take(
    _ opened: OpenedFile, at place: StoredFile, _ known: inout Set<ContentHash>
  ) -> [Segment] {
    if case .finding(let finding) = opened.content { contents.note(place, finding) }
    guard case .payload(let kind, let age, let payload) = opened.content else { return [] }
    contents.note(place, place == StoredFile(kind, opened.hash) ? .good : .misnamed)
    switch kind {
    case .vault, .photo: return []
    case .segment:
      guard !known.contains(opened.hash) else { return [] }
      do throws(PayloadError) {
        let segment = try Segment(payload: payload, identity: opened.hash)
        known.insert(opened.hash)
        contents.add(segment, in: place, age: age)
        return [segment]
      } catch {
        contents.note(place, error == .newer ? .newer : .damaged)
        return []
      }
    case .pack:
      guard let pack = try? Pack(payload: payload) else { return [] }
      let segments = pack.entries.filter { !known.contains($0.identity) }
        .compactMap { try? Segment(payload: $0.payload, identity: $0.identity) }
      known.formUnion(segments.map(\.identity))
      contents.add(
        VaultContents.StoredPack(
          file: place, hash: opened.hash, age: age, device: pack.device, created: pack.created,
          byteCount: opened.byteCount, wholeIdentities: Array(pack.readableIdentities),
          replaces: Set(pack.replaces)))
      return segments
    }
  }

  /// Gives a file its place in the vault; what is there and was damaged is replaced.
  func mend(
    _ bytes: [UInt8], _ hash: ContentHash, _ kind: StoredKind, in folder: borrowing Folder
  ) throws(VaultError) -> StoredFile {
    do throws(VaultError) {
      return try put(bytes, hash, kind, in: folder)
    } catch {
      guard case .io(.fileExists, _) = error else { throw error }
    }
    let place = StoredFile(kind, hash)
    try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      guard let inner = try Folder(kind.folder ?? ".", in: folder) else {
        throw SystemFailure(code: ENOENT)
      }
      if (try? inner.read(place.name, limit: bytes.count)) == bytes { return }
      guard makeWay(at: place, in: folder) else { throw SystemFailure(code: EEXIST) }
      try WholeFile.write(bytes.span, to: place.name, in: inner.descriptor, existing: .replaced)
    }
    return place
  }

  /// Shows what segments say that were just taken in, and counts what is new.
  func show(_ segments: [Segment], _ outcome: inout MergeOutcome) {
    guard !segments.isEmpty else { return }
    let before = entries
    let revisions = segments.flatMap(\.revisions)
    if history.add(segments) {
      show(revisions)
    } else {
      // What is known now told writers apart that were taken for one.
      showAll()
    }
    for id in Set(revisions.map { joined.id(of: $0.card) }) {
      let (old, new) = (before[id], entries[id])
      switch (old?.card, new?.card) {
      case (nil, nil): break
      case (nil, _): outcome.addedCount += 1
      case (_, nil): outcome.removedCount += 1
      case (let old, let new): outcome.changedCount += old == new ? 0 : 1
      }
      let conflicts = (new?.conflictCount ?? 0) - (old?.conflictCount ?? 0)
      outcome.conflictCount += max(0, conflicts)
    }
  }
}
