internal import Cards
package import Sealing
package import VaultFormat

/// The contents of a vault's folder: the segments, packs and photos that count, and the finding for each file;
/// `Format.md`, section 1.
package struct JudgedFolder {
  /// An opened pack whose segments have not been read yet.
  private struct UnreadPack {
    let file: StoredFile
    let hash: ContentHash
    let byteCount: Int
    let pack: Pack
  }

  /// All segments, each once.
  var segments: [Segment] = []
  package var loose: [Loose] = []
  package var packs: [StoredPack] = []
  /// The files that packs replace, by hash.
  var replaced: Set<ContentHash> = []
  var findings = FileFindings()
  var names: Set<StoredFile> = []
  /// Whether there are more names than were examined.
  var isPartial = false
  /// All files named like packs.
  var packNames: Set<StoredFile> = []
  /// Packs that were not read because another one replaces them.
  var replacedPacks: [StoredFile] = []
  /// Proved files other than segments.
  var proved = ProvedFiles()

  var known: Set<ContentHash> = []
  /// Identities of photos and files of free kinds.
  var knownPayloads: Set<ContentHash> = []
  /// All opened files except headers and notices, if everything is read.
  private(set) var held: [HeldFile] = []
  /// The vault's other keys: retired on this machine, replaced according to its header's notices, and rivals.
  let others: (retired: Set<KeyID>, earlier: Set<KeyID>, rivals: Set<KeyID>)
  let thoroughness: Thoroughness
  /// The proper locations of files with other names: a file at such a location may be misplaced, too.
  private var displaced: Set<StoredFile> = []

  private static let passLimit = 20
  /// How many bytes of packs are read in one batch.
  private static let unreadByteLimit = 4 << 20

  /// Reads the files of a vault; unusable files do not stop it.
  ///
  /// Without `keys`, files under the vault's other keys count as foreign.
  ///
  /// - Throws: the system's error.
  /// - Complexity: linear in the number of files and segments.
  init(
    of folder: borrowing Folder, through snapshot: OpenedFolder, keys: VaultKeys? = nil,
    _ thoroughness: Thoroughness = .whatIsNeeded
  ) throws(VaultError) {
    self.thoroughness = thoroughness
    others = (
      keys?.retired ?? [], keys?.header.earlier ?? [], Set(keys?.rivals.map(\.key.id) ?? [])
    )
    let count = WorkMeter.begin(.reading)
    defer { count.end() }
    var done: Set<StoredFile> = []
    // Others may pack, sync or change the key meanwhile: a file that disappeared may exist under another name.
    var lastGone: Set<StoredFile> = []
    for pass in 1...Self.passLimit {
      let listed = try VaultListing(of: folder)
      isPartial = listed.isPartial
      let listing = listed.files.filter { !done.contains($0) }
      packNames.formUnion(listing.filter(\.isNamedLikePack))
      let gone = read(listing, in: folder, snapshot, count)
      names = done.union(listing).subtracting(gone)
      // No file disappeared, or the same files could not be opened twice.
      if gone.isEmpty || gone == lastGone || pass == Self.passLimit { break }
      done.formUnion(listing)
      done.subtract(gone)
      lastGone = gone
    }
  }

  /// - Returns: the files that disappeared before they were read.
  private mutating func read(
    _ files: [StoredFile], in folder: borrowing Folder, _ snapshot: OpenedFolder,
    _ count: WorkMeter.Count
  ) -> Set<StoredFile> {
    var gone: Set<StoredFile> = []
    let readsPhotos = thoroughness == .everything
    count.expect(readsPhotos ? files.count : files.count { $0.kind != .photo })
    // Large packs first, as they may replace small ones.
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
      guard let pack = take(found) else { continue }
      replaced.formUnion(pack.pack.replaces)
      unread.append(pack)
      // A batch uses all processors; its size is limited because unread packs take memory.
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
          loose.append(Loose(file: file, hash: hash, device: nil))
          count.advance()
          continue
        }
      }
      if !read(file, in: folder, snapshot) { gone.insert(file) }
    }
    // Files that were skipped because of their names.
    while let file = displaced.popFirst() {
      guard files.contains(file), !findings.knows(file) else { continue }
      forget([file])
      if !read(file, in: folder, snapshot) { gone.insert(file) }
    }
    return gone
  }

  /// - Returns: whether the file was there.
  private mutating func read(
    _ file: StoredFile, in folder: borrowing Folder, _ snapshot: OpenedFolder
  ) -> Bool {
    guard let found = snapshot.open(file, in: folder) else { return false }
    if let pack = take(found) { add([pack]) }
    return true
  }

  /// Adds the contents of a file, except a pack's segments.
  ///
  /// - Returns: the pack, if it is one.
  private mutating func take(_ opened: OpenedFile) -> UnreadPack? {
    let file = opened.file
    switch opened.content {
    case .finding(let finding): findings.note(file, finding)
    case .unproved: findings.note(file, finding(ofUnproved: opened))
    case .payload(let kind, let payload):
      let hash = opened.hash
      let isInPlace = file == StoredFile(kind, hash)
      if let sealed = opened.header?.kind, kind != .notice, kind != .vault,
        thoroughness == .everything
      {
        held.append(
          HeldFile(
            file: file, hash: hash, kind: sealed,
            holdings: Holdings(of: payload, kind, hash, sealed), payloadByteCount: payload.count))
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
        guard let id = opened.header?.keyID, SuccessorNotice(payload, under: id) != nil else {
          findings.note(file, .damaged)
          break
        }
        proved.others.insert(hash)
      case .photo:
        guard let photo = Cardvault_Vault_Photo(payload: payload) else {
          findings.note(file, .damaged)
          break
        }
        let identity = photo.identity
        proved.others.insert(identity)
        knownPayloads.insert(identity)
      case .segment:
        if let segment = add(payload: payload, hash, of: file) { segments.append(segment) }
      case .pack:
        do throws(PayloadError) {
          return UnreadPack(
            file: file, hash: hash, byteCount: opened.byteCount, pack: try Pack(payload: payload))
        } catch {
          findings.note(file, error == .newer ? .newer : .damaged)
        }
      }
    }
    return nil
  }

  /// The finding for an unproved file: headers and notices under earlier keys stay, and are good.
  private func finding(ofUnproved opened: OpenedFile) -> FileFindings.Finding {
    guard let header = opened.header, let kind = StoredKind(header.kind) else { return .foreign }
    // Nobody has decided yet which key stays.
    if others.rivals.contains(header.keyID) { return .good }
    if kind == .vault || kind == .notice {
      return others.retired.union(others.earlier).contains(header.keyID) ? .good : .foreign
    }
    return others.retired.contains(header.keyID) ? .retired : .foreign
  }

  /// Adds packs and their segments, each once.
  private mutating func add(_ unread: [UnreadPack]) {
    let new = unread.map { pack in pack.pack.entries.filter { !known.contains($0.identity) } }
    let count = new.reduce(0) { $0 + $1.count }
    known.reserveCapacity(known.count + count)
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
          findings.note(pack.file, problem == .newer ? .newer : .damaged)
        case nil: break
        }
      }
      add(StoredPack(pack.pack, in: pack.file, pack.hash, byteCount: pack.byteCount))
    }
  }
}

extension JudgedFolder {
  /// A segment in its own file.
  package struct Loose: Sendable {
    package var file: StoredFile
    let hash: ContentHash
    /// `nil` if it was not read because a pack replaces it.
    let device: UInt64?
  }

  package struct StoredPack: Sendable {
    var file: StoredFile
    let hash: ContentHash
    let device: UInt64
    let created: Timestamp
    package let byteCount: Int
    /// The hashes of the files that it says it replaces.
    let replaces: Set<ContentHash>

    init(
      _ pack: Pack, in file: StoredFile, _ hash: ContentHash, byteCount: Int
    ) {
      self.file = file
      self.hash = hash
      self.byteCount = byteCount
      device = pack.device
      created = pack.created
      replaces = Set(pack.replaces).subtracting([hash])
    }
  }

  struct HeldFile {
    let file: StoredFile
    let hash: ContentHash
    let kind: EnvelopeKind
    let holdings: Holdings
    let payloadByteCount: Int
  }

  /// A photo or a file of a free kind, which is large and so read only when needed.
  package struct StoredPayload {
    package let file: StoredFile
    package let kind: EnvelopeKind
    /// The size of its payload in bytes.
    package let byteCount: Int
  }

  /// All segments, by identity, if everything was read.
  package var segmentEntries: [ContentHash: Pack.Entry] {
    Dictionary(
      held.lazy.flatMap(\.holdings.entries).map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// All photos by identity, and files of free kinds by the hash of their kind and payload, if everything was read.
  package var payloads: [ContentHash: StoredPayload] {
    held.reduce(into: [:]) { payloads, held in
      guard let identity = held.holdings.payload, held.holdings.isReadable else { return }
      payloads[identity] = StoredPayload(
        file: held.file, kind: held.kind, byteCount: held.payloadByteCount)
    }
  }

  /// How thoroughly a vault is read.
  enum Thoroughness { case whatIsNeeded, everything }
}
