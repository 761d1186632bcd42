package import Sealing
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
    /// Stated by a file under a top key, into which it was accepted from a replaced key.
    case marked
    /// Stated by a file under a replaced key.
    case claimed

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private typealias Copy = (entry: Pack.Entry, standing: Standing)

  /// All segments, by identity.
  private(set) var entries: [ContentHash: Pack.Entry] = [:]
  /// Those that top keys lack, or have only as a marked entry that the segment's own file contradicts or something vouches
  /// for.
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

  /// Chooses among the copies in the files of a vault; those that cannot be opened are left out.
  ///
  /// - Parameters:
  ///   - contents: all files, read thoroughly.
  ///   - includesFinished: whether to use files under finished keys too.
  init(of contents: VaultContents, includesFinished: Bool) {
    precondition(contents.thoroughness == .everything)
    var best: [ContentHash: Copy] = [:]
    var readable: Set<ContentHash> = []
    var standings: [ContentHash: Standing] = [:]
    var topPayloads: Set<ContentHash> = []
    /// First files of photos under finished keys: they count if a segment that is not claimed refers to them.
    var firstFiles: [ContentHash: StoredPayload] = [:]
    for held in contents.held {
      let isTop = held.age == .top
      let payload = held.holdings.byteCount.map {
        StoredPayload(file: held.file, kind: held.kind, byteCount: $0)
      }
      // Late files of free kinds are not used, and are kept.
      if held.age == .finished, !includesFinished || held.kind.isFree, held.kind != .segment {
        if held.kind == .photo, held.holdings.photos == [held.hash] {
          firstFiles[held.hash] = payload
        }
        continue
      }
      if !isTop {
        oldFiles[held.file] = held.holdings.entries.map(\.identity) + held.holdings.photos
      }
      // Under a finished key, a segment counts only if something vouches for it.
      if held.age != .finished {
        readable.formUnion(held.holdings.entries.map(\.identity))
      }
      for entry in held.holdings.entries {
        let standing: Standing =
          held.kind == .segment ? .proved : !isTop ? .claimed : entry.isClaimed ? .marked : .top
        take(entry, standing, isTop, &best)
      }
      guard let payload, let identity = held.holdings.photos.first else { continue }
      let standing: Standing =
        held.kind.isFree || identity == held.hash ? .proved : isTop ? .top : .claimed
      if standings[identity].map({ standing < $0 }) ?? true || held.kind.isFree && isTop {
        standings[identity] = standing
        payloads[identity] = payload
      }
      if isTop { topPayloads.insert(identity) }
    }
    settle(best, contents.recordedOwn)
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
    if best[entry.identity].map({ standing < $0.standing }) ?? true {
      best[entry.identity] = (entry, standing)
    }
    if isTop, top[entry.identity]?.isClaimed ?? true { top[entry.identity] = entry }
  }

  /// Determines which segments only replaced keys have, and for which of them nothing vouches.
  private mutating func settle(_ best: [ContentHash: Copy], _ recorded: Set<ContentHash>) {
    entries = best.mapValues(\.entry)
    lacking = Set(entries.keys.filter { top[$0] == nil })
    for (identity, known) in top {
      // A file's own hash is stronger evidence than an accepted entry.
      let isForged =
        known.isClaimed && best[identity]?.standing == .proved
        && best[identity]?.entry.payload != known.payload
      if isForged { lacking.insert(identity) }
      entries[identity]?.isClaimed = known.isClaimed && !isForged
    }
    claimed = lacking.subtracting(recorded)
    for identity in recorded where entries[identity]?.isClaimed ?? false {
      entries[identity]?.isClaimed = false
      lacking.insert(identity)
    }
  }

  /// The photos that segments refer to; all photos if a segment cannot be read.
  func photos(of entries: some Sequence<Pack.Entry>) -> Set<ContentHash> {
    var photos: Set<ContentHash> = []
    for entry in entries {
      guard let segment = entry.segment else { return Set(payloads.keys) }
      photos.formUnion(segment.photos)
    }
    return photos
  }

  /// The segments to seal under a new key.
  ///
  /// - Parameters:
  ///   - leftOut: segments to leave out.
  ///   - wanted: only these; `nil` for all.
  /// - Returns: their entries, those that nothing vouches for marked as claimed.
  package func sealed(
    besides leftOut: Set<ContentHash>, only wanted: Set<ContentHash>? = nil
  ) -> [Pack.Entry] {
    entries.values.filter {
      !leftOut.contains($0.identity) && wanted?.contains($0.identity) ?? true
    }.map { entry in
      var entry = entry
      entry.isClaimed = entry.isClaimed || claimed.contains(entry.identity)
      return entry
    }.sorted { $0.identity < $1.identity }
  }
}
