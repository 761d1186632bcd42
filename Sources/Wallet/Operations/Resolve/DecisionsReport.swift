package import Cards
package import VaultStore

/// Everything that needs a decision, for scripts.
package struct DecisionsReport: Encodable, Sendable {
  let conflicts: [ConflictReport]
  let duplicates: [DuplicateReport]
  let photos: [PhotosReport]

  /// Creates a report from conflicts, duplicates and photos, each in display order.
  package init(
    conflicts: [ConflictReport], duplicates: [DuplicateReport], photos: [PhotosReport]
  ) {
    self.conflicts = conflicts
    self.duplicates = duplicates
    self.photos = photos
  }
}

/// A field that two devices changed concurrently, for scripts.
package struct ConflictReport: Encodable, Sendable {
  /// The value from one of the devices.
  package struct Value: Encodable, Sendable {
    /// Absent if the field was cleared.
    let value: String?
    let made: String
    let device: String
    let thisDevice: Bool
  }

  let card: String
  let name: String
  let field: String
  let shown: Value
  /// In the order of the numbers by which one of them is kept, from 2.
  let others: [Value]

  /// Creates a report of a conflict; `nil` if it has no sides.
  package init?(_ conflict: FieldConflict) {
    guard let first = conflict.sides.first else { return nil }
    let values = conflict.sides.map { side in
      Value(
        value: FieldWords.text(of: conflict.field, on: side.card), made: side.made.description,
        device: side.device.bigEndianDigits, thisDevice: side.isOwn)
    }
    card = conflict.card.description
    name = first.card.name
    field = conflict.field
    shown = values[0]
    others = Array(values.dropFirst())
  }
}

/// A code that several cards have, for scripts.
package struct DuplicateReport: Encodable, Sendable {
  /// One of the cards.
  struct Holder: Encodable, Sendable {
    let id: String
    let name: String
  }

  let code: String
  let cards: [Holder]

  /// Creates a report of a code, masked, and its cards.
  package init(_ duplicate: DuplicateCode) {
    code = FieldWords.masked(duplicate.code)
    cards = duplicate.cards.map { Holder(id: $0.id.description, name: $0.name) }
  }
}

/// A side of a card that has several photos, for scripts.
package struct PhotosReport: Encodable, Sendable {
  let card: String
  let name: String
  /// By which one of them is removed.
  let numbers: [Int]
  /// `front` or `back`.
  let side: String

  /// The reports of a card.
  package static func all(_ card: Card) -> [PhotosReport] {
    card.sidesWithSeveralPhotos.map { side, numbers in
      PhotosReport(
        card: card.id.description, name: card.name, numbers: numbers, side: side.name)
    }
  }
}

extension FieldConflict.ConcurrentValue {
  /// Where it was made, for people: this device, another one's name, or the first digits of its number.
  package var place: String {
    if isOwn { return "this device" }
    return deviceName.isEmpty ? "device \(device.bigEndianDigits.prefix(4))" : deviceName
  }
}
