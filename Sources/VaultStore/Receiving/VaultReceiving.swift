internal import Cards
internal import Glibc
package import Sealing
package import SystemPackage
package import VaultFormat

/// Files that a transport brought.
extension Vault {
  /// Takes files into the vault that are in another folder, each as what it holds and not as it is named.
  ///
  /// What is good gets its place in the vault's folder, whole; what is not stays where it is.
  ///
  /// - Parameters:
  ///   - files: the files, as they were listed.
  ///   - path: where they are.
  ///   - recorded: the hashes that proved saves and this device's state record.
  /// - Returns: what became of them.
  /// - Throws: as `save`.
  package func receive(
    _ files: some Sequence<RemoteFile>, from path: FilePath, _ recorded: Set<ContentHash>
  ) throws(VaultError) -> Receipt {
    var receipt = Receipt()
    try read()
    let source = try VaultError.naming(path) { () throws(SystemFailure) in try Folder(path) }
    let folder = try Self.openFolder(locations.vault)
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    device.recover(vault: folder, history: history, using: &generator)
    var known = Set(history.segments.map(\.identity))
    var new: [Segment] = []
    let lockedKeys = lockedKeys
    var hasNotices = false
    var photos: Set<ContentHash>?
    for carried in files {
      let file = carried.file
      guard let opened = OpenedFile(file, in: source, keys) else { continue }
      if opened.header?.kind == .photo, photos == nil { photos = photoIdentities(in: folder) }
      guard
        let kind = kept(
          opened, carried, source, &receipt, recorded, known, photos ?? [], lockedKeys)
      else { continue }
      if kind == .segment, keys.isSettled, contents.covered.contains(opened.hash) {
        // A pack makes up for it.
        receipt.misnamed[file] = StoredFile(kind, opened.hash)
        continue
      }
      let read = try VaultError.naming(path) { () throws(SystemFailure) in
        try source.readIfThere(file.path, limit: kind.byteLimit)
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
      hasNotices = hasNotices || kind == .notice
      new += take(opened, at: place, &known)
    }
    if hasNotices {
      notices = SuccessorNotice.all(in: folder) { [keys] in keys[$0] }
      keyFiles.notices = KeyNames.notices(in: folder)
    }
    show(new, &receipt.merge)
    remember(as: &device)
    return receipt
  }

  /// The keys whose files are here and whose passphrases nobody gave.
  package var lockedKeys: Set<KeyID> {
    var all = locations
    all.keyFile = nil
    return Set(all.keyIDs + locations.keyIDs).subtracting(keys.ids)
  }

  /// All photos that keys sealed which are not finished, where there are finished ones.
  private func photoIdentities(in folder: borrowing Folder) -> Set<ContentHash> {
    guard keys.hasFinished else { return [] }
    var identities: Set<ContentHash> = []
    for file in (try? VaultListing(of: folder))?.files ?? [] where file.kind == .photo {
      guard let opened = OpenedFile(file, in: folder, keys),
        case .payload(.photo, let age, let payload) = opened.content, age == .top
      else { continue }
      identities.insert(Holdings.photo(in: payload, opened.hash))
    }
    return identities
  }

  /// The hashes that proved saves and this device's state record; of a vault whose cards were not read those of the
  /// state only.
  package var knownHashes: Set<ContentHash> { isRead ? recordedHashes : memory.recorded }

  /// The files here that cannot be used, as far as they were read.
  package var unusableFiles: Set<StoredFile> {
    isRead ? Set(contents.findings.files(.damaged) + contents.findings.files(.foreign)) : []
  }

  /// How many files under finished keys wait here to be decided on.
  package var lateCount: Int { contents.findings.files(.late).count }

  /// Whether this machine saved under a key of the vault that is not held.
  package var isOlderThanRemembered: Bool { memory.isOfAbsentKey }

  /// The hashes that proved saves and this device's state record.
  package var recordedHashes: Set<ContentHash> {
    var recorded = memory.recorded
    for pack in contents.packs { recorded.formUnion(pack.replaces) }
    for segment in history.segments {
      recorded.formUnion(segment.seen.map(\.lastHash))
      if let previous = segment.previous { recorded.insert(previous.identity) }
      recorded.formUnion(segment.photos)
    }
    return recorded
  }

  /// The kind of a file that belongs in the vault; notes what is to be told of others.
  private func kept(
    _ opened: OpenedFile, _ carried: RemoteFile, _ source: borrowing Folder,
    _ receipt: inout Receipt,
    _ recorded: Set<ContentHash>, _ known: Set<ContentHash>, _ photos: Set<ContentHash>,
    _ lockedKeys: Set<KeyID>
  ) -> StoredKind? {
    let file = opened.file
    switch opened.content {
    case .payload(let kind, let age, let payload):
      if age == .finished, kind != .notice {
        let holdings = Holdings(of: payload, kind, opened.hash, opened.header?.kind)
        if keys.isSettled, holdings.areAll(in: known, photos) {
          receipt.leftovers.append(file)
          return nil
        }
        if kind == .vault { return nil }
        receipt.lateCount += 1
        receipt.lateByteCount += opened.byteCount
      }
      // A name that is a hash and not this one: something else was to be here.
      if let hash = file.hash, hash != opened.hash { receipt.damaged.append(file) }
      // Headers decide on keys, and are looked at before.
      return kind == .vault ? nil : kind
    case .finding(.newer), .finding(.newerUnderOtherKey):
      // It cannot be read here; its name tells that it is whole.
      if file.hash == opened.hash { return file.kind }
      receipt.damaged.append(file)
      return nil
    case .finding:
      receipt.damaged.append(file)
      return nil
    case .unproved(let key):
      // Something proved names it: it may be whole another time.
      if file.isAltered(in: source, recorded) {
        receipt.damaged.append(file)
      } else {
        receipt.refuse(carried, claiming: key, of: lockedKeys, in: source)
      }
      return nil
    }
  }

  /// Takes in what a file tells.
  private func take(
    _ opened: OpenedFile, at place: StoredFile, _ known: inout Set<ContentHash>
  ) -> [Segment] {
    if case .finding(let finding) = opened.content { contents.note(place, finding) }
    guard case .payload(let kind, let age, let payload) = opened.content else { return [] }
    contents.note(place, place == StoredFile(kind, opened.hash) ? .good : .misnamed)
    // It is looked at when all is read anew.
    if age == .finished { return [] }
    switch kind {
    case .vault, .notice, .photo, .other: return []
    case .segment:
      guard !known.contains(opened.hash) else { return [] }
      do throws(PayloadError) {
        let segment = try Segment(payload: payload, identity: opened.hash)
        known.insert(opened.hash)
        contents.add(segment, in: place, age: age)
        return [segment]
      } catch {
        contents.note(place, error == .newer ? opened.newer(keys) : .damaged)
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
          byteCount: opened.byteCount,
          wholeIdentities: age == .top ? Array(pack.readableIdentities) : [],
          replaces: age == .top ? Set(pack.replaces) : []))
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
