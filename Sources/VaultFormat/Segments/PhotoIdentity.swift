package import Sealing
internal import SwiftProtobuf

extension Cardvault_Vault_Photo {
  /// Parses a payload; `nil` if it is none.
  package init?(payload: ArraySlice<UInt8>) {
    guard let photo = try? Self(serializedBytes: Array(payload)) else { return nil }
    self = photo
  }

  /// The hash of its content, wherever that is sealed.
  package var identity: ContentHash { ContentHash(of: Array(content).span) }

  /// What its content starts like: a JPEG (ISO/IEC 10918-1, B.2.1: SOI and a marker) or WebP (RFC 9649, section 2.4);
  /// `nil` if it is neither.
  ///
  /// The stated media type is not part of its identity, so copies may state any.
  package var pictureType: String? {
    if content.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    let isWebP = content.starts(with: "RIFF".utf8) && content.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? "image/webp" : nil
  }
}
