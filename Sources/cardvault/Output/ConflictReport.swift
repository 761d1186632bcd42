internal import Cards
internal import VaultStore

/// Everything that waits for a decision, for scripts.
struct DecisionsReport: Encodable {
  let conflicts: [ConflictReport]
  let duplicates: [DuplicateReport]
}

/// A field that two devices changed at once, for scripts.
struct ConflictReport: Encodable {
  struct Value: Encodable {
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

  init?(_ conflict: FieldConflict) {
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
struct DuplicateReport: Encodable {
  struct Holder: Encodable {
    let id: String
    let name: String
  }

  let code: String
  let cards: [Holder]

  init(_ duplicate: DuplicateCode) {
    code = FieldWords.masked(duplicate.code)
    cards = duplicate.cards.map { Holder(id: $0.id.description, name: $0.name) }
  }
}

/// What was decided, for scripts.
struct ResolutionReport: Encodable {
  let id: String
  /// The fields that were decided.
  var decided: [String] = []
  /// The ids of the cards that were joined into this one.
  var joined: [String] = []
}

extension FieldConflict.Side {
  /// The first digits of the device's number.
  var shortDevice: String { String(device.bigEndianDigits.prefix(4)) }
}
