package import Cards
internal import Glibc
package import Sealing
internal import SwiftProtobuf
package import VaultFormat

/// Everything in a vault to be resealed by a rotation or put into a bundle: of several copies of a segment, the
/// one that counts (`Format.md`, section 8).
package struct VaultMaterial {
  /// A photo, or a file of a free kind; read one at a time because they are large.
  package struct StoredPayload {
    package let file: StoredFile
    package let kind: EnvelopeKind
    /// Its size; for a photo, that of its message including the identity.
    package let byteCount: Int
  }

  /// How trustworthy an identity is.
  private enum Standing: Int, Comparable {
    /// Proved by the hash of its own file.
    case proved
    /// Stated by a file under a top key.
    case top
    /// Stated by a file under a replaced key.
    case claimed

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private typealias Copy = (entry: Pack.Entry, standing: Standing)

  /// All segments, by identity.
  private(set) var entries: [ContentHash: Pack.Entry] = [:]
  /// Those that top keys lack, wholly or partly.
  private(set) var lacking: Set<ContentHash> = []
  /// Those of them that nothing vouches for: anyone with a replaced key could have made them.
  package private(set) var claimed: Set<ContentHash> = []
  /// All photos by identity, and files of free kinds by the hash of their kind and payload.
  package private(set) var payloads: [ContentHash: StoredPayload] = [:]
  /// Those sealed only by replaced keys.
  private(set) var lackingPayloads: Set<ContentHash> = []
  /// The files under replaced keys, except notices, with the segments and photos in each.
  private(set) var oldFiles: [StoredFile: [ContentHash]] = [:]

  private var top: [ContentHash: Pack.Entry] = [:]
  /// Purged segments with the changes of cards that are in use restored.
  private var completed: [ContentHash: Pack.Entry] = [:]

  /// Reads everything; files that cannot be opened are left out.
  ///
  /// - Parameters:
  ///   - folder: the vault's folder.
  ///   - snapshot: opens its files.
  ///   - ownLast: the identity of this device's own last segment.
  ///   - includesFinished: whether to read files under finished keys too.
  /// - Throws: the system's error.
  init(
    of folder: borrowing Folder, through snapshot: FolderSnapshot, ownLast: ContentHash?,
    includesFinished: Bool
  ) throws(VaultError) {
    var best: [ContentHash: Copy] = [:]
    var ownFiles: Set<ContentHash> = []
    var readable: Set<ContentHash> = []
    /// Those that a file which is not late contains whole.
    var whole: Set<ContentHash> = []
    var standings: [ContentHash: Standing] = [:]
    var topPayloads: Set<ContentHash> = []
    /// First files of photos under finished keys: they count if a segment that is not claimed refers to them.
    var firstFiles: [ContentHash: StoredPayload] = [:]
    let files = try VaultListing(of: folder).files
    let count = WorkMeter.begin(.reading, count: files.count)
    defer { count.end() }
    for file in files {
      guard let opened = snapshot.open(file, in: folder),
        case .payload(let kind, let age, let payload) = opened.content
      else { continue }
      let isTop = age == .top
      // Late files of free kinds are not read, and are kept.
      if age == .finished, !includesFinished || kind == .other, kind != .segment {
        if kind == .photo,
          let (identity, photo) = Cardvault_Vault_Photo.identified(payload, opened.hash),
          identity == opened.hash
        {
          firstFiles[identity] = StoredPayload(
            file: file, kind: .photo, byteCount: photo.bytes.count)
        }
        continue
      }
      if !isTop, kind != .notice { oldFiles[file] = [] }
      switch kind {
      case .vault, .notice: continue
      case .segment:
        let entry = Pack.Entry(identity: opened.hash, payload: payload, isPurged: false)
        ownFiles.insert(opened.hash)
        // Under a finished key it counts only if something vouches for it.
        if age != .finished {
          readable.insert(opened.hash)
          whole.insert(opened.hash)
        }
        if !isTop { oldFiles[file] = [opened.hash] }
        take(entry, .proved, isTop, &best)
      case .pack:
        guard let pack = try? Pack(payload: payload) else { continue }
        if !isTop { oldFiles[file] = pack.entries.map(\.identity) }
        if age != .finished {
          readable.formUnion(pack.entries.map(\.identity))
          whole.formUnion(pack.entries.filter { !$0.isPurged }.map(\.identity))
        }
        for entry in pack.entries {
          take(entry, isTop && !entry.isClaimed ? .top : .claimed, isTop, &best)
        }
      case .photo:
        guard let (identity, photo) = Cardvault_Vault_Photo.identified(payload, opened.hash) else {
          continue
        }
        if !isTop { oldFiles[file] = [identity] }
        let standing: Standing =
          identity == opened.hash ? .proved : isTop ? .top : .claimed
        if standings[identity].map({ standing < $0 }) ?? true {
          standings[identity] = standing
          payloads[identity] = StoredPayload(
            file: file, kind: .photo, byteCount: photo.bytes.count)
        }
        if isTop { topPayloads.insert(identity) }
      case .other:
        guard let kind = opened.header?.kind else { continue }
        let identity = Holdings.other(in: payload, kind)
        if payloads[identity] == nil || isTop {
          payloads[identity] = StoredPayload(file: file, kind: kind, byteCount: payload.count)
          standings[identity] = .proved
        }
        if isTop { topPayloads.insert(identity) }
      }
    }
    settle(best, whole, ownFiles, ownLast)
    if !includesFinished {
      // Segments that nothing vouches for are late: they stay where they are.
      for identity in claimed.subtracting(readable) {
        entries[identity] = nil
        lacking.remove(identity)
        claimed.remove(identity)
      }
    }
    if !firstFiles.isEmpty {
      let sure = entries.values.filter { !$0.isClaimed && !claimed.contains($0.identity) }
      let referred = photos(of: sure)
      payloads.merge(firstFiles.filter { referred.contains($0.key) }) { known, _ in known }
    }
    lackingPayloads = Set(payloads.keys).subtracting(topPayloads)
  }

  private mutating func take(
    _ entry: Pack.Entry, _ standing: Standing, _ isTop: Bool, _ best: inout [ContentHash: Copy]
  ) {
    if let known = best[entry.identity] {
      best[entry.identity] = Self.better((entry, standing), known)
    } else {
      best[entry.identity] = (entry, standing)
    }
    if isTop {
      top[entry.identity] =
        top[entry.identity].map { known in
          known.joined(with: entry) ?? (known.isClaimed ? entry : known)
        } ?? entry
    }
  }

  /// Determines which segments only replaced keys have, and what vouches for them.
  private mutating func settle(
    _ best: [ContentHash: Copy], _ whole: Set<ContentHash>, _ ownFiles: Set<ContentHash>,
    _ ownLast: ContentHash?
  ) {
    entries = best.mapValues(\.entry)
    lacking = Set(entries.keys.filter { top[$0] == nil })
    let purged = top.filter(\.value.isPurged)
    let removed = purged.isEmpty ? [] : Self.removed(entries.values)
    for (identity, known) in top {
      guard known.isPurged, let copy = best[identity], !copy.entry.isPurged else {
        // A file's own hash is stronger evidence than an accepted entry.
        let isForged =
          known.isClaimed && !known.isPurged && best[identity]?.standing == .proved
          && best[identity]?.entry.payload != known.payload
        if isForged { lacking.insert(identity) }
        entries[identity]?.isClaimed = known.isClaimed && !isForged
        continue
      }
      // Restores purged changes for cards that are in use, and for no others.
      let isForged =
        copy.standing == .claimed && !Segment.isPurged(known.payload, from: copy.entry.payload)
      if isForged {
        entries[identity] = known
      } else {
        let wanted = Self.purged(copy.entry, of: removed)
        completed[identity] = wanted
        if !whole.contains(identity) { entries[identity] = wanted }
        if wanted.payload != known.payload { lacking.insert(identity) }
      }
      entries[identity]?.isClaimed = known.isClaimed
    }
    // A segment counts if something that counts records its own file's hash.
    var waiting = entries.filter { !lacking.contains($0.key) && !$0.value.isClaimed }.keys
      .compactMap { previous(of: $0) }
    waiting += top.filter { !$0.value.isClaimed }.keys
    if let ownLast { waiting.append(ownLast) }
    claimed = lacking
    while let identity = waiting.popLast() {
      guard ownFiles.contains(identity) else { continue }
      let isMarked = entries[identity]?.isClaimed ?? false
      if isMarked {
        entries[identity]?.isClaimed = false
        lacking.insert(identity)
      }
      guard claimed.remove(identity) != nil || isMarked else { continue }
      if let previous = previous(of: identity) { waiting.append(previous) }
    }
  }

  private func previous(of identity: ContentHash) -> ContentHash? {
    guard let entry = entries[identity] else { return nil }
    return (try? Segment(payload: entry.payload, identity: identity))?.previous?.identity
  }

  /// The photos that segments refer to; all photos if a segment cannot be read.
  func photos(of entries: some Sequence<Pack.Entry>) -> Set<ContentHash> {
    var photos: Set<ContentHash> = []
    for entry in entries {
      guard let segment = try? Segment(payload: entry.payload, identity: entry.identity) else {
        return Set(payloads.keys)
      }
      photos.formUnion(segment.photos)
    }
    return photos
  }

  /// The cards that a rotation may purge: those that are removed, and would be even without claimed segments.
  var purgeable: Set<CardID> {
    let all = Self.removed(entries.values)
    let sure = Self.removed(
      entries.values.filter { !$0.isClaimed && !claimed.contains($0.identity) })
    return all.intersection(sure)
  }

  private static func removed(_ entries: some Sequence<Pack.Entry>) -> Set<CardID> {
    let segments = entries.compactMap { try? Segment(payload: $0.payload, identity: $0.identity) }
    let merged = MergedCards(merging: History(segments).revisions)
    return Set(
      merged.cards.filter(\.value.isRemoved).keys.flatMap { merged.joined.members(of: $0) })
  }

  /// The segments to seal under a new key, without the changes of some cards.
  ///
  /// - Parameters:
  ///   - leftOut: segments to leave out.
  ///   - cards: the cards whose changes are left out.
  ///   - wanted: only these; purged ones then stay purged except for cards in use. `nil` for all.
  /// - Returns: their entries, purged of these changes.
  package func sealed(
    besides leftOut: Set<ContentHash>, purging cards: Set<CardID>,
    only wanted: Set<ContentHash>? = nil
  ) -> [Pack.Entry] {
    entries.values.filter {
      !leftOut.contains($0.identity) && wanted?.contains($0.identity) ?? true
    }.map { entry in
      var entry = wanted == nil ? entry : completed[entry.identity] ?? entry
      entry.isClaimed = entry.isClaimed || claimed.contains(entry.identity)
      return Self.purged(entry, of: cards)
    }.sorted { $0.identity < $1.identity }
  }

  private static func purged(_ entry: Pack.Entry, of cards: Set<CardID>) -> Pack.Entry {
    guard !cards.isEmpty, let payload = try? Segment.purged(payload: entry.payload, of: cards)
    else { return entry }
    return Pack.Entry(
      identity: entry.identity, payload: payload[...], isPurged: true, isClaimed: entry.isClaimed)
  }

  /// The more complete of two entries; if both are equally complete, the more trusted one.
  private static func better(_ new: Copy, _ known: Copy) -> Copy {
    guard new.entry.isPurged == known.entry.isPurged else {
      return known.entry.isPurged ? new : known
    }
    let better = new.standing < known.standing ? new : known
    guard better.entry.isPurged else { return better }
    return (known.entry.joined(with: new.entry) ?? better.entry, better.standing)
  }
}

extension Vault {
  /// Everything in the vault, freshly read unless through a snapshot.
  package func material(
    includesFinished: Bool, through snapshot: FolderSnapshot? = nil
  ) throws(VaultError) -> VaultMaterial {
    let folder = try Self.openFolder(locations.vault)
    return try VaultMaterial(
      of: folder, through: snapshot ?? FolderSnapshot(keys: keys),
      ownLast: ContentHash(memory.state.placedHash),
      includesFinished: includesFinished)
  }
}
