internal import Cards
internal import Glibc
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

  private var known: Set<ContentHash> = []
  /// Payloads without the changes of removed cards: used where nothing better is here.
  private var purged: [(identity: ContentHash, payload: ArraySlice<UInt8>, file: StoredFile)] = []

  /// How much is read.
  enum Thoroughness { case whatIsNeeded, everything }

  /// Reads the files of a vault; one that cannot be used does not stop the others.
  ///
  /// - Complexity: linear in the number of files and segments.
  init(
    of folder: borrowing Folder, keys: VaultKeys, _ thoroughness: Thoroughness = .whatIsNeeded
  ) throws(SystemFailure) {
    // Packing and finishing remove files while others read: they look again.
    for _ in 0..<5 {
      let listing = try VaultListing(of: folder)
      var contents = VaultContents()
      if contents.read(listing, in: folder, keys, thoroughness) {
        self = contents
        return
      }
    }
    throw SystemFailure(code: EBUSY)
  }

  init() {}

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
    covered.formUnion(pack.wholeIdentities)
  }

  /// Drops what was cleared away.
  mutating func forget(_ gone: Loose) { loose.removeAll { $0 == gone } }

  /// Drops what was cleared away.
  mutating func forget(_ gone: StoredPack) { packs.removeAll { $0.file == gone.file } }

  /// - Returns: `false` when a file was gone before it was read.
  private mutating func read(
    _ listing: VaultListing, in folder: borrowing Folder, _ keys: VaultKeys,
    _ thoroughness: Thoroughness
  ) -> Bool {
    var opened: [OpenedFile] = []
    for file in listing.files where StoredKind.pack.hash(in: file.name) != nil {
      guard let found = OpenedFile(file, in: folder, keys) else { return false }
      opened.append(found)
    }
    // Large packs first: they replace small ones.
    opened.sort { $0.byteCount > $1.byteCount }
    var replaced: Set<ContentHash> = []
    for file in opened {
      let isReplaced = StoredKind.pack.hash(in: file.file.name).map(replaced.contains) ?? false
      take(file, keys, isReplaced ? .whatIsNeeded : .everything)
      if let pack = packs.last { replaced.formUnion(pack.replaces) }
    }
    for file in listing.files where StoredKind.pack.hash(in: file.name) == nil {
      if thoroughness == .whatIsNeeded {
        if file.folder == StoredKind.photo.folder { continue }
        if let identity = StoredKind.segment.hash(in: file.name), covered.contains(identity) {
          loose.append(Loose(file: file, identity: identity, device: nil, epoch: nil))
          continue
        }
      }
      guard let found = OpenedFile(file, in: folder, keys) else { return false }
      take(found, keys, thoroughness)
    }
    for (identity, payload, file) in purged where known.insert(identity).inserted {
      add(payload: payload, identity, of: file)
    }
    purged = []
    return true
  }

  private mutating func take(
    _ opened: OpenedFile, _ keys: VaultKeys, _ thoroughness: Thoroughness
  ) {
    let file = opened.file
    switch opened.content {
    case .finding(let finding): findings.note(file, finding)
    case .payload(let kind, let epoch, let payload):
      if epoch < keys.epoch, keys.marker.isFinished {
        findings.note(file, .late)
        return
      }
      let hash = opened.hash
      if file.folder != kind.folder || file.name != kind.name(hash) {
        findings.note(file, .misnamed)
      } else {
        findings.note(file, .good)
      }
      switch kind {
      case .vault, .photo: break
      case .segment:
        guard known.insert(hash).inserted else { break }
        add(payload: payload[...], hash, of: file, epoch: epoch)
      case .pack:
        if thoroughness == .everything { add(pack: payload, opened, epoch) }
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

  private mutating func add(pack payload: [UInt8], _ opened: OpenedFile, _ epoch: UInt32) {
    do throws(PayloadError) {
      let pack = try Pack(payload: payload)
      segments.reserveCapacity(segments.count + pack.entries.count)
      for entry in pack.entries {
        if entry.isPurged {
          purged.append((entry.identity, entry.payload, opened.file))
          continue
        }
        covered.insert(entry.identity)
        guard known.insert(entry.identity).inserted else { continue }
        add(payload: entry.payload, entry.identity, of: opened.file)
      }
      packs.append(
        StoredPack(
          file: opened.file, hash: opened.hash, epoch: epoch, device: pack.device,
          created: pack.created, byteCount: opened.byteCount,
          wholeIdentities: pack.entries.filter { !$0.isPurged }.map(\.identity),
          replaces: Set(pack.replaces)))
    } catch {
      findings.note(opened.file, error == .newer ? .newer : .damaged)
    }
  }
}
