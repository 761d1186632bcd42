package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// The photos that a card refers to: the elements of its field 19.
package struct PhotoReferences {
  /// The field's number: `Format.md`, section 6.
  package static let field = CardField.photos.rawValue

  package let list: [(identity: ContentHash, side: UInt32)]

  /// The photos of a merged card.
  package init(_ fields: MergedFields) {
    self.init(fields.elements(of: Self.field))
  }

  /// The photos that a revision adds or removes.
  package init(_ revision: SegmentRevision) {
    self.init(revision.changes.filter { $0.field == Self.field }.map(\.value))
  }

  private init(_ elements: [[UInt8]]) {
    list = elements.compactMap { element in
      guard let reference = try? Cardvault_Vault_PhotoReference(serializedBytes: element),
        let identity = ContentHash(reference.photo)
      else { return nil }
      return (identity, reference.side)
    }
  }

  /// The change that adds a photo to a card.
  package static func addition(of photo: ContentHash, side: UInt32) -> FieldChange {
    FieldChange(
      field: field, mergeClass: .set, operation: .add, value: element(photo.bytes, side: side))
  }

  fileprivate static func element(_ identity: [UInt8], side: UInt32) -> [UInt8] {
    let reference = Cardvault_Vault_PhotoReference.with {
      $0.photo = Data(identity)
      $0.side = side
    }
    return reference.bytes
  }
}

extension CardPhoto {
  /// The element of the field that refers to it.
  package var stored: [UInt8] { PhotoReferences.element(identity, side: side.rawValue) }

  /// The photo that an element refers to; `nil` if there is none.
  ///
  /// A newer program's side becomes `other`.
  package init?(stored element: [UInt8]) {
    guard let reference = try? Cardvault_Vault_PhotoReference(serializedBytes: element),
      reference.photo.count == ContentHash.byteCount
    else { return nil }
    self.init(identity: Array(reference.photo), side: Side(rawValue: reference.side) ?? .other)
  }
}

extension Cardvault_Vault_Photo {
  /// Parses a payload; `nil` if it is not a photo's.
  package init?(payload: ArraySlice<UInt8>) {
    guard let photo = try? Self(serializedBytes: Array(payload)) else { return nil }
    self = photo
  }

  /// The hash of its content, wherever that is sealed.
  package var identity: ContentHash { ContentHash(of: Array(content).span) }

  /// The media type by its first bytes: JPEG (ISO/IEC 10918-1, B.2.1: SOI and a marker) or WebP (RFC 9649, section
  /// 2.4); `nil` if it is neither.
  ///
  /// The stored media type is not part of its identity, so a copy may state any.
  package var pictureType: String? {
    if content.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    let isWebP = content.starts(with: "RIFF".utf8) && content.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? "image/webp" : nil
  }
}

extension Segment {
  /// The identities of the photos that it adds or removes.
  package var photos: [ContentHash] {
    revisions.flatMap { PhotoReferences($0).list.map(\.identity) }
  }
}
