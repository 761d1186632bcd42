internal import Cards
internal import Sealing

/// What the files of a vault's folder hold, and what each of them is.
struct VaultContents {
  /// A segment in a file of its own.
  struct Loose: Sendable, Hashable {
    let file: StoredFile
    let identity: ContentHash
    /// `nil` when it was not read, as a pack has it.
    let device: UInt64?
    let epoch: UInt32?
  }

  /// A pack that was opened.
  struct StoredPack: Sendable {
    let file: StoredFile
    let hash: ContentHash
    let epoch: UInt32
    let device: UInt64
    let created: Timestamp
    let byteCount: Int
    /// The segments that are in it whole.
    let wholeIdentities: [ContentHash]
    let replaces: Set<ContentHash>
  }

  /// All segments, each once.
  private(set) var segments: [Segment] = []
  private(set) var loose: [Loose] = []
  private(set) var packs: [StoredPack] = []
  /// Segments that a pack holds whole.
  private(set) var covered: Set<ContentHash> = []
  private(set) var findings = FileFindings()
  /// All files that are named as packs are.
  private(set) var packNames: Set<StoredFile> = []
  /// Packs that were not read, as another one holds all that is in them.
  private(set) var replacedPacks: [StoredFile] = []
  /// Files of finished epochs that hold nothing of their own.
  private(set) var leftovers: [StoredFile] = []

  private var known: Set<ContentHash> = []
  /// Payloads without the changes of removed cards: used where nothing better is here.
  private var purged: [(identity: ContentHash, payload: ArraySlice<UInt8>, file: StoredFile)] = []

  /// Files of finished epochs that came late, and the segments in them.
  private var ended: [(file: StoredFile, identities: [ContentHash])] = []

  private static let passLimit = 20

  /// How much is read.
  enum Thoroughness { case whatIsNeeded, everything }

  /// Reads the files of a vault; one that cannot be used does not stop the others.
  ///
  /// - Complexity: linear in the number of files and segments.
  init(
    of folder: borrowing Folder, keys: VaultKeys, _ thoroughness: Thoroughness = .whatIsNeeded
  ) throws(SystemFailure) {
    var done: Set<StoredFile> = []
    // Others pack, finish and carry meanwhile: what is gone under one name may be there under another.
    var lastGone: Set<StoredFile> = []
    for _ in 0..<Self.passLimit {
      let listing = try VaultListing(of: folder).files.filter { !done.contains($0) }
      let gone = read(listing, in: folder, keys, thoroughness)
      done.formUnion(listing.filter { !gone.contains($0) })
      packNames.formUnion(listing.filter { StoredKind.pack.hash(in: $0.name) != nil })
      // Nothing, or a name that cannot be opened at all.
      if gone.isEmpty || gone == lastGone { break }
      lastGone = gone
    }
    close(keys)
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
  mutating func add(_ segment: Segment, in file: StoredFile, epoch: UInt32) {
    known.insert(segment.identity)
    loose.append(
      Loose(file: file, identity: segment.identity, device: segment.device, epoch: epoch))
  }

  /// Takes in a pack that was just written, of segments that are here.
  mutating func add(_ pack: StoredPack) {
    packs.append(pack)
    packNames.insert(pack.file)
    covered.formUnion(pack.wholeIdentities)
  }

  /// Notes what a file is that was just put here.
  mutating func note(_ opened: OpenedFile, at place: StoredFile) {
    if case .finding(let finding) = opened.content {
      findings.note(place, finding)
    } else {
      findings.note(place, .good)
    }
  }

  /// A file got its own name back.
  mutating func rename(_ file: StoredFile, to place: StoredFile, removing isGone: Bool) {
    guard isGone else { return }
    findings.forget(file)
    findings.note(place, .good)
    loose = loose.map { loose in
      guard loose.file == file else { return loose }
      return Loose(
        file: place, identity: loose.identity, device: loose.device, epoch: loose.epoch)
    }
  }

  /// Looks again which files came late, now that these segments are here, too.
  mutating func settle(knowing identities: some Sequence<ContentHash>) {
    guard !ended.isEmpty else { return }
    known.formUnion(identities)
    settle()
  }

  /// Drops what was cleared away.
  mutating func forget(_ gone: Set<Loose>) { loose.removeAll(where: gone.contains) }

  /// Drops what was cleared away.
  mutating func forget(_ gone: StoredPack) { packs.removeAll { $0.file == gone.file } }

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
    // Whoever has an older key could have made packs of an earlier epoch, and say of them what they like: they
    // stand back behind all else.
    let isMixed = keys.epoch > keys.finishedBefore
    let older = isMixed ? Set(packs.filter { Self.isOlder($0, in: folder, keys) }) : []
    var replaced: Set<ContentHash> = []
    for file in packs where !older.contains(file) {
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
      take(found, keys, thoroughness)
      if let pack = self.packs.last, pack.file == file { replaced.formUnion(pack.replaces) }
    }
    for file in files where StoredKind.pack.hash(in: file.name) == nil {
      if thoroughness == .whatIsNeeded {
        if file.folder == StoredKind.photo.folder { continue }
        if let identity = StoredKind.segment.hash(in: file.name), covered.contains(identity) {
          loose.append(Loose(file: file, identity: identity, device: nil, epoch: nil))
          continue
        }
      }
      if let found = OpenedFile(file, in: folder, keys) {
        take(found, keys, thoroughness)
      } else {
        gone.insert(file)
      }
    }
    for file in older.sorted() {
      if let found = OpenedFile(file, in: folder, keys) {
        take(found, keys, thoroughness)
      } else {
        gone.insert(file)
      }
    }
    return gone
  }

  /// Whether a file says that it is of an earlier epoch than the newest.
  private static func isOlder(
    _ file: StoredFile, in folder: borrowing Folder, _ keys: VaultKeys
  ) -> Bool {
    let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
    return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }.map { $0.epoch < keys.epoch }
      ?? false
  }

  /// Says what can be said only when everything was read.
  private mutating func close(_ keys: VaultKeys) {
    for (identity, payload, file) in purged where known.insert(identity).inserted {
      add(payload: payload, identity, of: file)
    }
    purged = []
    settle()
  }

  private mutating func settle() {
    var late: [(file: StoredFile, identities: [ContentHash])] = []
    for (file, identities) in ended {
      let isLate = !identities.allSatisfy(known.contains)
      findings.note(file, isLate ? .late : .good)
      if isLate { late.append((file, identities)) } else { leftovers.append(file) }
    }
    ended = late
  }

  private mutating func take(
    _ opened: OpenedFile, _ keys: VaultKeys, _ thoroughness: Thoroughness
  ) {
    let file = opened.file
    switch opened.content {
    case .finding(let finding): findings.note(file, finding)
    case .payload(let kind, let epoch, let payload):
      if epoch < keys.finishedBefore {
        ended.append((file, Self.identities(in: payload, kind, opened.hash)))
        return
      }
      let hash = opened.hash
      if file.folder != kind.folder || file.name != kind.name(hash) {
        findings.note(file, .misnamed)
      } else {
        findings.note(file, .good)
      }
      switch kind {
      case .vault: break
      case .photo: known.insert(Self.photoIdentity(in: payload, hash))
      case .segment:
        guard known.insert(hash).inserted else { break }
        add(payload: payload, hash, of: file, epoch: epoch)
      case .pack: add(pack: payload, opened, epoch)
      }
    }
  }

  private mutating func add(
    payload: ArraySlice<UInt8>, _ identity: ContentHash, of file: StoredFile, epoch: UInt32? = nil
  ) {
    do throws(PayloadError) {
      let segment = try Segment(payload: payload, identity: identity)
      segments.append(segment)
      if let epoch {
        loose.append(Loose(file: file, identity: identity, device: segment.device, epoch: epoch))
      }
    } catch {
      findings.note(file, error == .newer ? .newer : .damaged)
    }
  }

  private mutating func add(pack payload: ArraySlice<UInt8>, _ opened: OpenedFile, _ epoch: UInt32)
  {
    do throws(PayloadError) {
      let pack = try Pack(payload: payload)
      segments.reserveCapacity(segments.count + pack.entries.count)
      for entry in pack.entries where entry.isPurged {
        purged.append((entry.identity, entry.payload, opened.file))
      }
      let whole = pack.entries.filter { !$0.isPurged }
      let new = whole.filter { !known.contains($0.identity) }
      covered.formUnion(whole.lazy.map(\.identity).filter(known.contains))
      let read = new.concurrentMap { entry in
        Result { () throws(PayloadError) in
          // Bytes of its own: readers on several processors that count references to one pack wait for
          // one another.
          let payload = Array(entry.payload)
          return try Segment(payload: payload[...], identity: entry.identity)
        }
      }
      for result in read.joined() {
        switch result {
        case .success(let segment):
          segments.append(segment)
          known.insert(segment.identity)
          covered.insert(segment.identity)
        case .failure(let problem):
          findings.note(opened.file, problem == .newer ? .newer : .damaged)
        }
      }
      packs.append(
        StoredPack(
          file: opened.file, hash: opened.hash, epoch: epoch, device: pack.device,
          created: pack.created, byteCount: opened.byteCount,
          // What cannot be read in it may be whole in a file of its own, which must stay.
          wholeIdentities: whole.map(\.identity).filter(known.contains),
          replaces: Set(pack.replaces)))
    } catch {
      findings.note(opened.file, error == .newer ? .newer : .damaged)
    }
  }
}
