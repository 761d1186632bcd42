package import Sealing
package import VaultFormat

/// Everything in a vault to be resealed by a rotation or put into a bundle.
package struct VaultMaterial {
  /// A photo, or a file of a free kind; read one at a time because they are large.
  package struct StoredPayload {
    package let file: StoredFile
    package let kind: EnvelopeKind
    /// The size of its payload.
    package let byteCount: Int
  }

  /// All segments, by identity; those whose author nothing vouches for are marked as claimed.
  private(set) var entries: [ContentHash: Pack.Entry] = [:]
  /// Those that top keys lack.
  private(set) var lacking: Set<ContentHash> = []
  /// Those of them that nothing vouches for: anyone with a replaced key could have made them.
  package var claimed: Set<ContentHash> { lacking.filter { entries[$0]?.isClaimed ?? false } }
  /// All photos by identity, and files of free kinds by the hash of their kind and payload.
  package private(set) var payloads: [ContentHash: StoredPayload] = [:]
  /// Those sealed only by replaced keys.
  private(set) var lackingPayloads: Set<ContentHash> = []
  /// The files under replaced keys, except notices, with the segments and photos in each.
  private(set) var oldFiles: [StoredFile: [ContentHash]] = [:]

  /// Collects what is in the files of a vault; those that cannot be opened are left out.
  ///
  /// - Parameters:
  ///   - contents: all files, read thoroughly.
  ///   - includesFinished: whether to use files under finished keys too.
  init(of contents: VaultContents, includesFinished: Bool) {
    precondition(contents.thoroughness == .everything)
    var sure = contents.sure
    var (top, topPayloads): (Set<ContentHash>, Set<ContentHash>) = ([], [])
    /// Photos under finished keys: they count if a segment that is not claimed refers to them.
    var finished: [ContentHash: StoredPayload] = [:]
    for held in contents.held {
      let isTop = held.age == .top
      // Late files of free kinds are not used, and are kept.
      let isUsed = held.age != .finished || includesFinished && !held.kind.isFree
      if isUsed, !isTop {
        let holdings = held.holdings
        oldFiles[held.file] = holdings.segments + [holdings.payload].compactMap { $0 }
      }
      for entry in held.holdings.entries {
        if isTop {
          top.insert(entry.identity)
          if !entry.isClaimed { sure.insert(entry.identity) }
        }
        // Segments that nothing vouches for are late under a finished key: they stay where they are.
        if isUsed || sure.contains(entry.identity) { entries[entry.identity] = entry }
      }
      guard let identity = held.holdings.payload, held.holdings.isReadable else { continue }
      let payload = StoredPayload(
        file: held.file, kind: held.kind, byteCount: held.payloadByteCount)
      if isTop { topPayloads.insert(identity) }
      if isUsed {
        if isTop || payloads[identity] == nil { payloads[identity] = payload }
      } else if held.kind == .photo {
        finished[identity] = payload
      }
    }
    for identity in entries.keys { entries[identity]?.isClaimed = !sure.contains(identity) }
    lacking = Set(entries.keys).subtracting(top)
    if !finished.isEmpty {
      let referred = photos(of: entries.values.filter { !$0.isClaimed })
      payloads.merge(finished.filter { referred.contains($0.key) }) { known, _ in known }
    }
    lackingPayloads = Set(payloads.keys).subtracting(topPayloads)
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
  /// - Returns: their entries.
  package func sealed(
    besides leftOut: Set<ContentHash>, only wanted: Set<ContentHash>? = nil
  ) -> [Pack.Entry] {
    entries.values.filter {
      !leftOut.contains($0.identity) && wanted?.contains($0.identity) ?? true
    }.sorted { $0.identity < $1.identity }
  }
}
