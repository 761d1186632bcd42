internal import Cards

/// The numbers of a card's fields; see `vault.proto`.
enum CardField: UInt32 {
  case name = 1
  case codes = 2
  case printedNumber = 3
  case tags = 4
  case note = 5
  case validFrom = 6
  case expires = 7
  case isOneTime = 8
  case usedAt = 9
  case balance = 10
  case isFavourite = 11
  case isArchived = 12
  case colour = 13
  case kind = 14
  case review = 15
  case origin = 16
  case added = 17
  case lastUsed = 18
}

extension Card {
  /// The card that merged fields make; what this program does not know is left out.
  init(id: CardID, fields: MergedFields) {
    self.init(id: id, name: "", codes: [])
    for value in fields.values {
      guard let field = CardField(rawValue: value.field) else { continue }
      take(value, of: field)
    }
    changed = fields.changed
  }

  private mutating func take(_ value: MergedFields.Value, of field: CardField) {
    let bytes = value.bytes.first
    switch (field, value.mergeClass) {
    case (.name, .register): name = FieldValues.text(bytes)
    case (.codes, .set): codes = Self.codes(value.bytes)
    case (.printedNumber, .register): printedNumber = FieldValues.text(bytes)
    case (.tags, .set): tags = value.bytes.map { FieldValues.text($0) }.sorted()
    case (.note, .register): note = FieldValues.text(bytes)
    case (.validFrom, .register): validFrom = FieldValues.date(bytes)
    case (.expires, .register): expires = FieldValues.date(bytes)
    case (.isOneTime, .register): isOneTime = FieldValues.truth(bytes)
    case (.usedAt, .min): usedAt = FieldValues.moment(bytes)
    case (.balance, .counter): balance = FieldValues.balance(bytes)
    case (.isFavourite, .register): isFavourite = FieldValues.truth(bytes)
    case (.isArchived, .register): isArchived = FieldValues.truth(bytes)
    case (.colour, .register): colour = FieldValues.colour(bytes)
    case (.kind, .register): kind = FieldValues.choice(bytes) ?? kind
    case (.review, .register): review = FieldValues.choice(bytes) ?? review
    case (.origin, .register): origin = FieldValues.text(bytes)
    case (.added, .min): added = FieldValues.moment(bytes)
    case (.lastUsed, .max): lastUsed = FieldValues.moment(bytes)
    // A known number with another class is a newer program's field.
    default: break
    }
  }

  /// Two devices may have read the same code with different traits: it is shown once.
  private static func codes(_ elements: [[UInt8]]) -> [Barcode] {
    var known: Set<[UInt8]> = []
    let codes = elements.compactMap(Barcode.init(stored:))
    if codes.count < 2 { return codes }
    return codes.filter { known.insert($0.canonicalBytes).inserted }
  }
}
