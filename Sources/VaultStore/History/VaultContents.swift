internal import Cards
internal import Sealing

/// What the files of a vault's folder hold, and what each of them is.
struct VaultContents {
  /// All segments, each once.
  private(set) var segments: [Segment] = []
  var loose: [Loose] = []
  var packs: [StoredPack] = []
  /// Segments that a pack holds whole.
  var covered: Set<ContentHash> = []
  var findings = FileFindings()
  /// All files that are named as packs are.
  var packNames: Set<StoredFile> = []
  /// Packs that were not read, as another one holds all that is in them.
  var replacedPacks: [StoredFile] = []
  /// Files of finished epochs that hold nothing of their own.
  var leftovers: [StoredFile] = []

  /// Segments that lack the changes of removed cards.
  private(set) var purgedIdentities: Set<ContentHash> = []

  private var known: Set<ContentHash> = []
  /// Photos by what they are called, apart: whoever seals one says what that is.
  private var knownPhotos: Set<ContentHash> = []
  /// Payloads without the changes of removed cards: used where nothing better is here.
  private var purged: [ContentHash: (payload: ArraySlice<UInt8>, file: StoredFile)] = [:]

  /// Files of finished epochs that came late, and what is in them.
  private var ended: [(file: StoredFile, holdings: Holdings)] = []
  /// Packs of an earlier epoch than the newest, which stand back: whoever has an older key could have made them.
  private var older: [StoredFile] = []
  /// Places of files that have another name: what lies there has perhaps lost its own, too.
  private var displaced: Set<StoredFile> = []

  private static let passLimit = 20
  /// So many bytes of packs are read together.
  private static let unreadByteLimit = 4 << 20

  /// Reads the files of a vault; one that cannot be used does not stop the others.
  ///
  /// - Complexity: linear in the number of files and segments.
  init(
    of folder: borrowing Folder, keys: VaultKeys, _ thoroughness: Thoroughness = .whatIsNeeded
  ) throws(SystemFailure) {
    var done: Set<StoredFile> = []
    // Others pack, finish and carry meanwhile: what is gone under one name may be there under another.
    var lastGone: Set<StoredFile> = []
    for pass in 1...Self.passLimit {
      let listing = try VaultListing(of: folder).files.filter { !done.contains($0) }
      packNames.formUnion(listing.filter { StoredKind.pack.hash(in: $0.name) != nil })
      var gone = read(listing, in: folder, keys, thoroughness)
      // Nothing, or a name that cannot be opened at all.
      if gone.isEmpty || gone == lastGone || pass == Self.passLimit {
        let older = readOlder(in: folder, keys)
        if older.isEmpty { break }
        gone.formUnion(older)
      }
      done.formUnion(listing)
      done.subtract(gone)
      lastGone = gone
    }
    close()
  }

  /// Knows nothing.
  init() {}

  /// The packs that were read.
  var packHashes: Set<ContentHash> { Set(packs.map(\.hash)) }

  /// Hands the segments over to who keeps them.
  mutating func takeSegments() -> [Segment] {
    defer { segments = [] }
    return segments
  }

  /// Takes in a segment that was just written.
  mutating func add(_ segment: Segment, in file: StoredFile, age: VaultKeys.Age) {
    known.insert(segment.identity)
    loose.append(
      Loose(file: file, identity: segment.identity, device: segment.device, age: age))
  }

  /// Looks again which files came late, now that these segments are here, too.
  mutating func settle(knowing identities: some Sequence<ContentHash>) {
    known.formUnion(identities)
    settle()
  }

  /// - Returns: the files that were gone before they were read.
  private mutating func read(
    _ files: [StoredFile], in folder: borrowing Folder, _ keys: VaultKeys,
    _ thoroughness: Thoroughness
  ) -> Set<StoredFile> {
    var gone: Set<StoredFile> = []
    // Large packs first: they replace small ones.
    let packs = files.filter { StoredKind.pack.hash(in: $0.name) != nil }
      .map { (file: $0, byteCount: folder.byteCount(of: $0)) }
      .sorted { ($1.byteCount, $0.file) < ($0.byteCount, $1.file) }.map(\.file)
    var replaced: Set<ContentHash> = []
    var unread: [UnreadPack] = []
    for file in packs {
      if thoroughness == .whatIsNeeded,
        StoredKind.pack.hash(in: file.name).map(replaced.contains) ?? false
      {
        replacedPacks.append(file)
        continue
      }
      guard let found = OpenedFile(file, in: folder, keys) else {
        gone.insert(file)
        continue
      }
      guard let pack = take(found, keys) else { continue }
      replaced.formUnion(pack.pack.replaces)
      unread.append(pack)
      // Together, as many processors read; but what is not read yet takes room.
      if unread.reduce(0, { $0 + $1.byteCount }) > Self.unreadByteLimit {
        add(unread)
        unread = []
      }
    }
    add(unread)
    for file in files where StoredKind.pack.hash(in: file.name) == nil {
      if thoroughness == .whatIsNeeded {
        if file.kind == .photo { continue }
        if let identity = StoredKind.segment.hash(in: file.name), covered.contains(identity) {
          loose.append(Loose(file: file, identity: identity, device: nil, age: nil))
          continue
        }
      }
      if let found = OpenedFile(file, in: folder, keys) {
        if let pack = take(found, keys) { add([pack]) }
      } else {
        gone.insert(file)
      }
    }
    // Of those that were passed over by their names.
    while let file = displaced.popFirst() {
      guard files.contains(file), !findings.knows(file) else { continue }
      if let found = OpenedFile(file, in: folder, keys) {
        if let pack = take(found, keys) { add([pack]) }
      } else {
        gone.insert(file)
      }
    }
    return gone
  }

  /// Reads the packs that stand back.
  ///
  /// - Returns: those that were gone before they were read.
  private mutating func readOlder(
    in folder: borrowing Folder, _ keys: VaultKeys
  ) -> Set<StoredFile> {
    var gone: Set<StoredFile> = []
    // What is here by now decides which files of finished epochs hold nothing of their own.
    settle()
    let newest = purged.mapValues(\.payload)
    for file in older.sorted() {
      guard let found = OpenedFile(file, in: folder, keys) else {
        gone.insert(file)
        continue
      }
      if let pack = take(found, keys, isLast: true) { add([pack.agreeing(with: newest)]) }
    }
    older = []
    return gone
  }

  /// Says what can be said only when everything was read.
  private mutating func close() {
    for (identity, found) in purged where known.insert(identity).inserted {
      add(payload: found.payload, identity, of: found.file)
      purgedIdentities.insert(identity)
    }
    purged = [:]
  }

  private mutating func settle() {
    guard !ended.isEmpty else { return }
    let known = known.union(purged.keys)
    var late: [(file: StoredFile, holdings: Holdings)] = []
    for (file, holdings) in ended {
      let isLate = !holdings.areAll(in: known, knownPhotos)
      findings.note(file, isLate ? .late : .good)
      if isLate { late.append((file, holdings)) } else { leftovers.append(file) }
    }
    ended = late
  }

  /// Takes in what a file holds.
  ///
  /// - Returns: the pack in it, whose segments are still to be read.
  private mutating func take(
    _ opened: OpenedFile, _ keys: VaultKeys, isLast: Bool = false
  ) -> UnreadPack? {
    let file = opened.file
    switch opened.content {
    case .finding(let finding): findings.note(file, finding)
    case .payload(let kind, let age, let payload):
      if age == .ended {
        ended.append((file, Holdings(of: payload, kind, opened.hash)))
        return nil
      }
      let hash = opened.hash
      if file.folder != kind.folder || file.name != kind.name(hash) {
        findings.note(file, .misnamed)
        displaced.insert(StoredFile(kind, hash))
      } else {
        findings.note(file, .good)
      }
      switch kind {
      case .vault: break
      case .photo:
        let photo = Holdings.photo(in: payload, hash)
        if age == .newest || photo == hash { knownPhotos.insert(photo) }
      case .segment:
        guard known.insert(hash).inserted else { break }
        add(payload: payload, hash, of: file, age: age)
      case .pack where age == .earlier && !isLast: older.append(file)
      case .pack:
        do throws(PayloadError) {
          return try UnreadPack(opened, age, Pack(payload: payload))
        } catch {
          findings.note(file, error == .newer ? .newer : .damaged)
        }
      }
    }
    return nil
  }

  private mutating func add(
    payload: ArraySlice<UInt8>, _ identity: ContentHash, of file: StoredFile,
    age: VaultKeys.Age? = nil
  ) {
    do throws(PayloadError) {
      let segment = try Segment(payload: payload, identity: identity)
      segments.append(segment)
      if let age {
        loose.append(Loose(file: file, identity: identity, device: segment.device, age: age))
      }
    } catch {
      findings.note(file, error == .newer ? .newer : .damaged)
    }
  }

  /// Takes in packs and their segments, each once: of those that are there twice, the first that can be read.
  private mutating func add(_ unread: [UnreadPack]) {
    let new = unread.flatMap { pack in
      pack.pack.entries.filter { !$0.isPurged && !known.contains($0.identity) }
    }
    known.reserveCapacity(known.count + new.count)
    covered.reserveCapacity(covered.count + new.count)
    segments.reserveCapacity(segments.count + new.count)
    var read = new.segments.joined().makeIterator()
    // Which of them were read, by what was known before.
    let knownBefore = known
    for pack in unread {
      for entry in pack.pack.entries where entry.isPurged {
        guard let other = purged[entry.identity] else {
          purged[entry.identity] = (entry.payload, pack.file)
          continue
        }
        if let whole = Segment.combined(other.payload, entry.payload) {
          purged[entry.identity]?.payload = whole[...]
        }
      }
      let whole = pack.pack.entries.filter { !$0.isPurged }
      for entry in whole where !knownBefore.contains(entry.identity) {
        switch read.next() {
        case .success(let segment)?:
          if known.insert(entry.identity).inserted { segments.append(segment) }
        case .failure(let problem)? where !known.contains(entry.identity):
          findings.note(pack.file, problem == .newer ? .newer : .damaged)
        default: break
        }
      }
      // What cannot be read in it may be whole in a file of its own, which must stay.
      let identities = whole.map(\.identity).filter(known.contains)
      covered.formUnion(identities)
      packs.append(
        StoredPack(
          file: pack.file, hash: pack.hash, age: pack.age, device: pack.pack.device,
          created: pack.pack.created, byteCount: pack.byteCount, wholeIdentities: identities,
          replaces: Set(pack.pack.replaces)))
    }
  }
}
