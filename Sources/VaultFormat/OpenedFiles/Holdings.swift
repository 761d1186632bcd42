package import Sealing
internal import SwiftProtobuf

/// What a file of a vault holds, by the names that never change.
package struct Holdings: Sendable {
  package let segments: [ContentHash]
  /// Photos by their identities; of a free kind the hash of its payload.
  package let photos: [ContentHash]
  /// The hashes of the segments' payloads, as they are in it.
  private let payloads: [ContentHash: ContentHash]

  /// Looks into the payload of a file with this hash; a pack that cannot be read holds what nothing else does.
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

  /// Whether all of it is among these.
  package func areAll(in segments: Set<ContentHash>, _ photos: Set<ContentHash>) -> Bool {
    self.segments.allSatisfy(segments.contains) && self.photos.allSatisfy(photos.contains)
  }

  /// Whether it has segments otherwise than entries that are marked as claimed have them, by these payloads' hashes.
  package func differs(from marked: [ContentHash: ContentHash]) -> Bool {
    segments.contains { identity in
      marked[identity].map { $0 != payloads[identity] } ?? false
    }
  }

  /// What a file of a free kind is called: by the hash of its kind and payload.
  package static func other(in payload: ArraySlice<UInt8>, _ kind: EnvelopeKind?) -> ContentHash {
    let bytes = [kind?.rawValue ?? 0] + payload
    return ContentHash(of: bytes.span)
  }

  /// What a photo is called: by the hash of the file in which it was first sealed.
  package static func photo(in payload: ArraySlice<UInt8>, _ hash: ContentHash) -> ContentHash {
    let photo = try? Cardvault_Vault_Photo(serializedBytes: Array(payload))
    return photo.flatMap { ContentHash($0.identity) } ?? hash
  }
}
