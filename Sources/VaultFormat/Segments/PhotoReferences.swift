package import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// The photos that a card refers to: the elements of its field 19.
package struct PhotoReferences {
  /// The field's number: `Format.md`, section 6.
  package static let field: UInt32 = 19

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
    let reference = Cardvault_Vault_PhotoReference.with {
      $0.photo = Data(photo.bytes)
      $0.side = side
    }
    return FieldChange(field: field, mergeClass: .set, operation: .add, value: reference.bytes)
  }
}

extension [(identity: ContentHash, side: UInt32)] {
  /// The photos under other names; those without one are left out.
  package func named(by names: [ContentHash: ContentHash]) -> Self {
    compactMap { photo in names[photo.identity].map { ($0, photo.side) } }
  }
}
