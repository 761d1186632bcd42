internal import Cards
internal import Sealing
internal import VaultFormat

/// The contents of the files in a vault's folder, and the finding for each; `Format.md`, sections 1 and 8.
package struct VaultContents {
  /// All segments, each once.
  var segments: [Segment] = []
  package var loose: [Loose] = []
  package var packs: [StoredPack] = []
  /// The files that packs under top keys replace, by hash.
  var replaced: Set<ContentHash> = []
  var findings = FileFindings()
  /// All files of any kind.
  var names: Set<StoredFile> = []
  /// Whether there are more names than are looked at.
  var isPartial = false
  /// All files named like packs.
  var packNames: Set<StoredFile> = []
  /// Packs that were not read because another one replaces them.
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
  /// Identities of photos and files of free kinds.
  var knownPayloads: Set<ContentHash> = []
  /// Photos that count although only finished keys seal them.
  var outdated: Set<ContentHash> = []
  /// Files under finished keys, until it is known what they are.
  var finished: [HeldFile] = []
  /// All opened files except notices, if everything is read.
  private(set) var held: [HeldFile] = []
  /// Files that no held key proves, and the keys that they claim.
  var unproved: [StoredFile: KeyID?] = [:]
  /// Keys named by notices.
  var named: Set<KeyID> = []
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
      let listed = try VaultListing(of: folder)
      isPartial = listed.isPartial
      let listing = listed.files.filter { !done.contains($0) }
      packNames.formUnion(listing.filter(\.isNamedLikePack))
      let gone = read(listing, in: folder, snapshot, keys, count)
      names = done.union(listing).subtracting(gone)
      // No file disappeared, or the same names cannot be opened again.
      if gone.isEmpty || gone == lastGone || pass == Self.passLimit { break }
      done.formUnion(listing)
      done.subtract(gone)
      lastGone = gone
    }
    vouch(ownLast: ContentHash(memory.state.placedHash))
    settleFinished()
    settleUnproved(keys)
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
      if pack.age == .top { replaced.formUnion(pack.pack.replaces) }
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
        if let hash = StoredKind.segment.hash(in: file.name), replaced.contains(hash) {
          loose.append(Loose(file: file, hash: hash, device: nil, age: nil))
          count.advance()
          continue
        }
      }
      if !read(file, in: folder, snapshot, keys) { gone.insert(file) }
    }
    // Those that were skipped because of their names.
    while let file = displaced.popFirst() {
      guard files.contains(file), !findings.knows(file) else { continue }
      forget([file])
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
  private mutating func take(_ opened: OpenedFile, _ keys: VaultKeys) -> UnreadPack? {
    let file = opened.file
    switch opened.content {
    case .finding(let finding): findings.note(file, finding)
    case .unproved(let key):
      unproved[file] = key
      findings.note(file, .foreign)
    case .payload(let kind, let age, let payload):
      let hash = opened.hash
      let isInPlace = file == StoredFile(kind, hash)
      if let sealed = opened.header?.kind, kind != .notice,
        age == .finished || thoroughness == .everything
      {
        let file = HeldFile(
          file: file, kind: sealed, age: age, holdings: Holdings(of: payload, kind, hash, sealed),
          payloadByteCount: payload.count)
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
        knownPayloads.insert(Holdings.other(in: payload, opened.header?.kind))
      case .notice:
        guard let id = opened.header?.keyID, let notice = SuccessorNotice(payload, under: id) else {
          findings.note(file, .damaged)
          break
        }
        proved.others.insert(hash)
        if keys[notice.key] == nil { named.insert(notice.key) }
      case .photo:
        guard let photo = Cardvault_Vault_Photo(payload: payload) else {
          findings.note(file, .damaged)
          break
        }
        let identity = photo.identity
        proved.others.insert(identity)
        knownPayloads.insert(identity)
      case .segment:
        if let segment = add(payload: payload, hash, of: file, age: age, newer: opened.newer(keys))
        {
          segments.append(segment)
        }
      case .pack:
        do throws(PayloadError) {
          return UnreadPack(opened, age, keys, try Pack(payload: payload))
        } catch {
          findings.note(file, error == .newer ? opened.newer(keys) : .damaged)
        }
      }
    }
    return nil
  }

  /// Adds packs and their segments, each once.
  private mutating func add(_ unread: [UnreadPack]) {
    let new = unread.map { pack in pack.pack.entries.filter { !known.contains($0.identity) } }
    let count = new.reduce(0) { $0 + $1.count }
    known.reserveCapacity(known.count + count)
    sure.reserveCapacity(sure.count + count)
    segments.reserveCapacity(segments.count + count)
    var read = new.flatMap(\.self).segments.joined().makeIterator()
    for (pack, new) in zip(unread, new) {
      for entry in new {
        switch read.next() {
        case .success(let segment)?:
          if known.insert(entry.identity).inserted {
            segments.append(segment)
          }
        case .failure(let problem)?:
          findings.note(pack.file, problem == .newer ? pack.newer : .damaged)
        case nil: break
        }
      }
      if pack.age == .top {
        sure.formUnion(pack.pack.entries.lazy.filter { !$0.isClaimed }.map(\.identity))
      }
      add(StoredPack(pack.pack, in: pack.file, pack.hash, pack.age, byteCount: pack.byteCount))
    }
  }
}
