internal import Cards
package import VaultStore

/// Everything that waits for a decision, for scripts.
package struct DecisionsReport: Encodable, Sendable {
  let conflicts: [ConflictReport]
  let duplicates: [DuplicateReport]

  /// Takes fields and codes, each in the order in which it is to be shown.
  package init(conflicts: [ConflictReport], duplicates: [DuplicateReport]) {
    self.conflicts = conflicts
    self.duplicates = duplicates
  }
}

/// A field that two devices changed at once, for scripts.
package struct ConflictReport: Encodable, Sendable {
  /// What one of the devices made of it.
  package struct Value: Encodable, Sendable {
    /// Absent where the field was cleared.
    let value: String?
    let made: String
    let device: String
    let thisDevice: Bool
  }

  let card: String
  let name: String
  let field: String
  let shown: Value
  /// In the order in which `resolve --keep FIELD=N` counts them, from 2.
  let others: [Value]

  /// Takes over a conflict; `nil` where it has no sides.
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

/// A code that several cards hold, for scripts.
package struct DuplicateReport: Encodable, Sendable {
  /// One of the cards.
  package struct Holder: Encodable, Sendable {
    let id: String
    let name: String
  }

  let code: String
  let cards: [Holder]

  /// Takes over a code, masked, and its cards.
  package init(_ duplicate: DuplicateCode) {
    code = FieldWords.masked(duplicate.code)
    cards = duplicate.cards.map { Holder(id: $0.id.description, name: $0.name) }
  }
}

extension FieldConflict.Side {
  /// The first digits of the device's number.
  package var shortDevice: String { String(device.bigEndianDigits.prefix(4)) }
}
