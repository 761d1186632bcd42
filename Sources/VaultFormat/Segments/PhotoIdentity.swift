internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

extension Cardvault_Vault_Photo {
  /// The photo in the payload of a file with this hash, with its identity filled in; `nil` if it is not a
  /// photo.
  package static func identified(
    _ payload: ArraySlice<UInt8>, _ hash: ContentHash
  ) -> (identity: ContentHash, photo: Cardvault_Vault_Photo)? {
    guard var photo = try? Cardvault_Vault_Photo(serializedBytes: Array(payload)) else {
      return nil
    }
    if photo.identity.isEmpty { photo.identity = Data(hash.bytes) }
    return ContentHash(photo.identity).map { ($0, photo) }
  }

  /// Whether it starts like a JPEG (ISO/IEC 10918-1, B.2.1: SOI and a marker) or WebP (RFC 9649, section 2.4),
  /// as its media type states.
  package var isPicture: Bool {
    switch mediaType {
    case "image/jpeg": content.starts(with: [0xFF, 0xD8, 0xFF])
    case "image/webp":
      content.starts(with: "RIFF".utf8) && content.dropFirst(8).starts(with: "WEBP".utf8)
    default: false
    }
  }
}
