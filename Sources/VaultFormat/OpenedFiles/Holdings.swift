package import Sealing
internal import SwiftProtobuf

/// What a file of a vault contains, by identities, which never change.
package struct Holdings: Sendable {
  package let segments: [ContentHash]
  /// Photos by their identities; for a free kind, the hash of its kind and payload.
  package let photos: [ContentHash]
  /// The hashes of the segments' payloads as this file has them.
  private let payloads: [ContentHash: ContentHash]

  /// Parses the payload of a file with this hash; an unreadable pack is treated as holding something unique.
  package init(
    of payload: ArraySlice<UInt8>, _ kind: StoredKind, _ hash: ContentHash,
    _ sealed: EnvelopeKind? = nil
  ) {
    payloads =
      switch kind {
      case .segment: [hash: ContentHash(of: payload.span)]
      case .pack:
        Dictionary(
          ((try? Pack(payload: payload))?.entries ?? []).map {
            ($0.identity, ContentHash(of: $0.payload.span))
          }, uniquingKeysWith: { first, _ in first })
      case .vault, .notice, .photo, .other: [:]
      }
    switch kind {
    case .vault, .notice: (segments, photos) = ([], [])
    case .other: (segments, photos) = ([], [Self.other(in: payload, sealed)])
    case .segment: (segments, photos) = ([hash], [])
    case .photo: (segments, photos) = ([], [Self.photo(in: payload, hash)])
    case .pack:
      (segments, photos) = ((try? Pack(payload: payload))?.entries.map(\.identity) ?? [hash], [])
    }
  }

  /// Whether everything it contains is in these sets.
  package func areAll(in segments: Set<ContentHash>, _ photos: Set<ContentHash>) -> Bool {
    self.segments.allSatisfy(segments.contains) && self.photos.allSatisfy(photos.contains)
  }

  /// Whether it contains segments with payloads other than those of entries marked as claimed, given the hashes
  /// of these.
  package func differs(from marked: [ContentHash: ContentHash]) -> Bool {
    segments.contains { identity in
      marked[identity].map { $0 != payloads[identity] } ?? false
    }
  }

  /// The identity of a file of a free kind: the hash of its kind and payload.
  package static func other(in payload: ArraySlice<UInt8>, _ kind: EnvelopeKind?) -> ContentHash {
    let bytes = [kind?.rawValue ?? 0] + payload
    return ContentHash(of: bytes.span)
  }

  /// The identity of a photo: the hash of the file in which it was first sealed.
  package static func photo(in payload: ArraySlice<UInt8>, _ hash: ContentHash) -> ContentHash {
    let photo = try? Cardvault_Vault_Photo(serializedBytes: Array(payload))
    return photo.flatMap { ContentHash($0.identity) } ?? hash
  }
}
