package import Sealing
internal import SwiftProtobuf

/// What a file of a vault contains, by identities, which never change.
package struct Holdings: Sendable {
  /// The segments in it; none if it is a pack that cannot be read.
  package let entries: [Pack.Entry]
  /// The identities of these segments; a pack that cannot be read counts as one that exists nowhere else.
  package let segments: [ContentHash]
  /// Photos by their identities; for a free kind, the hash of its kind and payload.
  package let photos: [ContentHash]
  /// The size of the photo's message with its identity, or of the payload of a free kind; `nil` if there is none,
  /// or if the photo cannot be read.
  package let byteCount: Int?

  /// Parses the payload of a file with this hash.
  package init(
    of payload: ArraySlice<UInt8>, _ kind: StoredKind, _ hash: ContentHash,
    _ sealed: EnvelopeKind? = nil
  ) {
    var entries: [Pack.Entry] = []
    var (segments, photos): ([ContentHash], [ContentHash]) = ([], [])
    var byteCount: Int?
    switch kind {
    case .vault, .notice: break
    case .segment:
      entries = [Pack.Entry(identity: hash, payload: payload)]
      segments = [hash]
    case .pack:
      let pack = try? Pack(payload: payload)
      entries = pack?.entries ?? []
      segments = pack.map { $0.entries.map(\.identity) } ?? [hash]
    case .photo:
      let found = Cardvault_Vault_Photo.identified(payload, hash)
      photos = [found?.identity ?? hash]
      byteCount = found?.photo.bytes.count
    case .other:
      photos = [Self.other(in: payload, sealed)]
      byteCount = payload.count
    }
    (self.entries, self.segments) = (entries, segments)
    (self.photos, self.byteCount) = (photos, byteCount)
  }

  /// Whether everything it contains is in these sets.
  package func areAll(in segments: Set<ContentHash>, _ photos: Set<ContentHash>) -> Bool {
    self.segments.allSatisfy(segments.contains) && self.photos.allSatisfy(photos.contains)
  }

  /// Whether it contains segments with payloads other than those of entries marked as claimed, given the hashes
  /// of these.
  package func differs(from marked: [ContentHash: ContentHash]) -> Bool {
    if marked.isEmpty { return false }
    let payloads = Dictionary(
      entries.map { ($0.identity, $0.payload) }, uniquingKeysWith: { first, _ in first })
    return segments.contains { identity in
      guard let hash = marked[identity] else { return false }
      return payloads[identity].map { ContentHash(of: $0.span) } != hash
    }
  }

  /// The identity of a file of a free kind: the hash of its kind and payload.
  package static func other(in payload: ArraySlice<UInt8>, _ kind: EnvelopeKind?) -> ContentHash {
    let bytes = [kind?.rawValue ?? 0] + payload
    return ContentHash(of: bytes.span)
  }
}
