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
    func register(_ field: CardField) -> [UInt8]? { fields.value(of: field.rawValue, .register) }
    self.init(id: id, name: FieldValues.text(register(.name)), codes: Self.codes(fields))
    printedNumber = FieldValues.text(register(.printedNumber))
    tags = fields.elements(of: CardField.tags.rawValue).map { FieldValues.text($0) }.sorted()
    note = FieldValues.text(register(.note))
    validFrom = FieldValues.date(register(.validFrom))
    expires = FieldValues.date(register(.expires))
    isOneTime = FieldValues.truth(register(.isOneTime))
    usedAt = FieldValues.moment(fields.value(of: CardField.usedAt.rawValue, .min))
    balance = FieldValues.balance(fields.value(of: CardField.balance.rawValue, .counter))
    isFavourite = FieldValues.truth(register(.isFavourite))
    isArchived = FieldValues.truth(register(.isArchived))
    colour = FieldValues.colour(register(.colour))
    kind = FieldValues.choice(register(.kind)) ?? kind
    review = FieldValues.choice(register(.review)) ?? review
    origin = FieldValues.text(register(.origin))
    added = FieldValues.moment(fields.value(of: CardField.added.rawValue, .min))
    lastUsed = FieldValues.moment(fields.value(of: CardField.lastUsed.rawValue, .max))
    changed = fields.changed
  }

  /// Two devices may have read the same code with different traits: it is shown once.
  private static func codes(_ fields: MergedFields) -> [Barcode] {
    var known: Set<[UInt8]> = []
    return fields.elements(of: CardField.codes.rawValue).compactMap(Barcode.init(stored:))
      .filter { known.insert($0.canonicalBytes).inserted }
  }
}
