package import Sealing
internal import SwiftProtobuf

/// The identities of what a vault's file contains.
package struct Holdings: Sendable {
  /// The segments in it; empty for a pack that cannot be read.
  package let entries: [Pack.Entry]
  /// The identities of these segments; an unreadable pack counts as one segment that is nowhere else.
  package let segments: [ContentHash]
  /// The files that a pack says it replaces.
  package let replaces: [ContentHash]
  /// The identity of a photo, even if it is unreadable; for a free kind, the hash of its kind and payload.
  package let payload: ContentHash?
  /// Whether it can be read, if it is a pack or photo.
  package let isReadable: Bool

  /// Parses the payload of a file with this hash.
  package init(
    of payload: ArraySlice<UInt8>, _ kind: StoredKind, _ hash: ContentHash, _ sealed: EnvelopeKind?
  ) {
    var entries: [Pack.Entry] = []
    var replaces: [ContentHash] = []
    var isReadable = true
    var identity: ContentHash?
    switch kind {
    case .vault, .notice: break
    case .segment: entries = [Pack.Entry(payload: payload)]
    case .pack:
      let pack = try? Pack(payload: payload)
      isReadable = pack != nil
      entries = pack?.entries ?? []
      replaces = pack?.replaces ?? []
    case .photo:
      let photo = Cardvault_Vault_Photo(payload: payload)
      isReadable = photo != nil
      identity = photo?.identity ?? hash
    case .other: identity = Self.other(in: payload, sealed)
    }
    self.entries = entries
    self.replaces = replaces
    segments = isReadable || kind != .pack ? entries.map(\.identity) : [hash]
    self.payload = identity
    self.isReadable = isReadable
  }

  /// Whether these sets have everything that it contains.
  package func areAll(in segments: Set<ContentHash>, _ payloads: Set<ContentHash>) -> Bool {
    self.segments.allSatisfy(segments.contains) && payload.map(payloads.contains) ?? true
  }

  /// The identity of a file of a free kind: the hash of its kind and payload.
  package static func other(in payload: ArraySlice<UInt8>, _ kind: EnvelopeKind?) -> ContentHash {
    let bytes = [kind?.rawValue ?? 0] + payload
    return ContentHash(of: bytes.span)
  }
}
