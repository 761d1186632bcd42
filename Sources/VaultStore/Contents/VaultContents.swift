internal import Cards
internal import Sealing
internal import VaultFormat

/// The contents of the files in a vault's folder, and the finding for each; `Format.md`, sections 1 and 8.
package struct VaultContents {
  /// All segments, each once.
  var segments: [Segment] = []
  package var loose: [Loose] = []
  package var packs: [StoredPack] = []
  /// Segments that a pack covers.
  var covered: Set<ContentHash> = []
  var findings = FileFindings()
  /// All files of any kind.
  var names: Set<StoredFile> = []
  /// All files named like packs.
  var packNames: Set<StoredFile> = []
  /// Packs that were not read because another one contains all their segments.
  var replacedPacks: [StoredFile] = []
  /// Files under finished keys that hold nothing unique.
  var leftovers: Set<StoredFile> = []
  /// Segments that count although their key is finished, because something else vouches for them: `Format.md`,
  /// section 8.
  var vouched: [ContentHash: StoredFile] = [:]
  /// Proved files other than segments.
  var proved = ProvedFiles()

  var known: Set<ContentHash> = []
  /// Segments that are not claimed: top keys have them without that mark, or something vouches for them.
  var sure: Set<ContentHash> = []
  /// Segments that only exist in entries marked as claimed, with the hashes of their payloads.
  var marked: [ContentHash: ContentHash] = [:]
  /// Identities of photos and files of free kinds, kept apart because the device that seals a photo chooses
  /// its identity.
  var knownPhotos: Set<ContentHash> = []
  /// Files under finished keys, until it is known what they are.
  var finished: [HeldFile] = []
  /// All opened files except notices, if everything is read.
  private(set) var held: [HeldFile] = []
  /// Segments whose own file's hash is recorded by something that counts.
  var recordedOwn: Set<ContentHash> = []
  /// Files under finished keys that cannot be opened.
  var unopenedLate: Set<StoredFile> = []
  /// Files that no held key proves, and the keys that they claim.
  var unproved: [StoredFile: KeyID?] = [:]
  /// Keys named by notices.
  var named: Set<KeyID> = []
  /// Entries under top keys that were accepted from replaced ones, read after the segments' own files.
  var claimed: [UnreadPack] = []
  /// Packs under replaced keys, read last: anyone with an old key could have made them.
  var older: [StoredFile] = []
  let thoroughness: Thoroughness
  /// Proper places of files found under other names: a file in such a place may be misplaced too.
  private var displaced: Set<StoredFile> = []

  private static let passLimit = 20
  /// How many bytes of packs are read together.
  private static let unreadByteLimit = 4 << 20

  /// Reads the files of a vault; unusable ones do not stop the others.
  ///
  /// - Complexity: linear in the number of files and segments.
  init(
    of folder: borrowing Folder, through snapshot: FolderSnapshot, keys: VaultKeys,
    memory: DeviceMemory,
    _ thoroughness: Thoroughness = .whatIsNeeded
  ) throws(VaultError) {
    self.thoroughness = thoroughness
    let count = WorkMeter.begin(.reading)
    defer { count.end() }
    var done: Set<StoredFile> = []
    // Others pack, finish and sync meanwhile: a file that disappeared may exist under another name.
    var lastGone: Set<StoredFile> = []
    for pass in 1...Self.passLimit {
      let listing = try VaultListing(of: folder).files.filter { !done.contains($0) }
      packNames.formUnion(listing.filter(\.isNamedLikePack))
      var gone = read(listing, in: folder, snapshot, keys, count)
      names = done.union(listing).subtracting(gone)
      // No file disappeared, or the same names cannot be opened again.
      if gone.isEmpty || gone == lastGone || pass == Self.passLimit {
        let older = readOlder(in: folder, snapshot, keys)
        if older.isEmpty { break }
        gone.formUnion(older)
      }
      done.formUnion(listing)
      done.subtract(gone)
      lastGone = gone
    }
    vouch(ownLast: ContentHash(memory.state.placedHash))
    settleFinished()
    settleUnproved(in: folder, keys, memory)
  }

  /// - Returns: the files that were gone before they were read.
  private mutating func read(
    _ files: [StoredFile], in folder: borrowing Folder, _ snapshot: FolderSnapshot,
    _ keys: VaultKeys, _ count: WorkMeter.Count
  ) -> Set<StoredFile> {
    var gone: Set<StoredFile> = []
    let readsPhotos = thoroughness == .everything
    count.expect(readsPhotos ? files.count : files.count { $0.kind != .photo })
    // Large packs first: they may replace small ones.
    let packs = files.filter(\.isNamedLikePack)
      .map { (file: $0, byteCount: folder.byteCount(of: $0)) }
      .sorted { ($1.byteCount, $0.file) < ($0.byteCount, $1.file) }.map(\.file)
    var replaced: Set<ContentHash> = []
    var unread: [UnreadPack] = []
    for file in packs {
      if thoroughness == .whatIsNeeded,
        StoredKind.pack.hash(in: file.name).map(replaced.contains) ?? false
      {
        replacedPacks.append(file)
        count.advance()
        continue
      }
      guard let found = snapshot.open(file, in: folder) else {
        gone.insert(file)
        continue
      }
      guard let pack = take(found, keys) else { continue }
      replaced.formUnion(pack.pack.replaces)
      unread.append(pack)
      // Batches use all processors; their size is limited because unread packs need memory.
      if unread.reduce(0, { $0 + $1.byteCount }) > Self.unreadByteLimit {
        add(unread)
        unread = []
      }
    }
    add(unread)
    for file in files where !file.isNamedLikePack {
      if thoroughness == .whatIsNeeded {
        if file.kind == .photo { continue }
        if let identity = StoredKind.segment.hash(in: file.name), covered.contains(identity) {
          loose.append(Loose(file: file, identity: identity, device: nil, age: nil))
          count.advance()
          continue
        }
      }
      if !read(file, in: folder, snapshot, keys) { gone.insert(file) }
    }
    // Those that were skipped because of their names.
    while let file = displaced.popFirst() {
      guard files.contains(file), !findings.knows(file) else { continue }
      if !read(file, in: folder, snapshot, keys) { gone.insert(file) }
    }
    return gone
  }

  /// - Returns: whether the file was there.
  private mutating func read(
    _ file: StoredFile, in folder: borrowing Folder, _ snapshot: FolderSnapshot,
    _ keys: VaultKeys
  ) -> Bool {
    guard let found = snapshot.open(file, in: folder) else { return false }
    if let pack = take(found, keys) { add([pack]) }
    return true
  }

  /// Adds the contents of a file.
  ///
  /// - Returns: the pack in it, whose segments have not been read yet.
  mutating func take(
    _ opened: OpenedFile, _ keys: VaultKeys, isLast: Bool = false
  ) -> UnreadPack? {
    let file = opened.file
    switch opened.content {
    case .finding(let finding):
      findings.note(file, finding)
      if finding == .late { unopenedLate.insert(file) }
    case .unproved(let key):
      unproved[file] = key
      findings.note(file, .foreign)
    case .payload(let kind, let age, let payload):
      let hash = opened.hash
      let isInPlace = file == StoredFile(kind, hash)
      if let sealed = opened.header?.kind, kind != .notice, !isLast,
        age == .finished || thoroughness == .everything
      {
        let file = HeldFile(
          file: file, kind: sealed, age: age, hash: hash,
          holdings: Holdings(of: payload, kind, hash, sealed))
        if thoroughness == .everything { held.append(file) }
        // A header under a finished key counts for nothing and will be removed.
        if age == .finished {
          finished.append(file)
          return nil
        }
      }
      findings.note(file, isInPlace ? .good : .misnamed)
      if !isInPlace { displaced.insert(StoredFile(kind, hash)) }
      switch kind {
      case .vault where file.folder != nil: findings.note(file, .foreign)
      case .vault: proved.others.insert(hash)
      case .other:
        proved.others.insert(hash)
        knownPhotos.insert(Holdings.other(in: payload, opened.header?.kind))
      case .notice:
        guard let id = opened.header?.keyID, let notice = SuccessorNotice(payload, under: id) else {
          findings.note(file, .damaged)
          break
        }
        proved.others.insert(hash)
        if keys[notice.key] == nil { named.insert(notice.key) }
      case .photo:
        guard let photo = Cardvault_Vault_Photo.identified(payload, hash)?.identity else {
          findings.note(file, .damaged)
          break
        }
        proved.others.insert(hash)
        if age == .top || photo == hash { knownPhotos.insert(photo) }
      case .segment:
        guard !known.contains(hash) else { break }
        add(payload: payload, hash, of: file, age: age, newer: opened.newer(keys))
      case .pack where age == .carried && !isLast: older.append(file)
      case .pack:
        do throws(PayloadError) {
          let pack = try Pack(payload: payload)
          let unread = UnreadPack(opened, age, keys, pack)
          guard age == .top, pack.entries.contains(where: \.isClaimed) else { return unread }
          claimed.append(unread.part(isClaimed: true))
          return unread.part(isClaimed: false)
        } catch {
          findings.note(file, error == .newer ? opened.newer(keys) : .damaged)
        }
      }
    }
    return nil
  }

  /// Adds packs and their segments, each once: of several copies, the first readable one.
  ///
  /// With `isMarked`, adds only segments, as the packs themselves were added before.
  mutating func add(_ unread: [UnreadPack], isMarked: Bool = false) {
    let new = unread.map { pack in pack.pack.entries.filter { !known.contains($0.identity) } }
    let count = new.reduce(0) { $0 + $1.count }
    known.reserveCapacity(known.count + count)
    sure.reserveCapacity(sure.count + count)
    covered.reserveCapacity(covered.count + count)
    segments.reserveCapacity(segments.count + count)
    var read = new.flatMap(\.self).segments.joined().makeIterator()
    for (pack, new) in zip(unread, new) {
      for entry in new {
        switch read.next() {
        case .success(let segment)?:
          if known.insert(entry.identity).inserted {
            segments.append(segment)
            if pack.age == .top, !isMarked { sure.insert(entry.identity) }
            if isMarked { marked[entry.identity] = ContentHash(of: entry.payload.span) }
          }
        case .failure(let problem)? where !known.contains(entry.identity):
          findings.note(pack.file, problem == .newer ? pack.newer : .damaged)
        default: break
        }
      }
      if isMarked { continue }
      proved.packs.insert(pack.hash)
      // The file of an unreadable entry's segment may be good, and must stay.
      let identities = pack.pack.entries.map(\.identity).filter(known.contains)
      // Anyone with a replaced key can claim anything in a pack.
      if pack.age == .top { covered.formUnion(identities) }
      packs.append(
        StoredPack(
          file: pack.file, hash: pack.hash, age: pack.age, device: pack.pack.device,
          created: pack.pack.created, byteCount: pack.byteCount, identities: identities,
          replaces: Set(pack.pack.replaces)))
    }
  }
}
