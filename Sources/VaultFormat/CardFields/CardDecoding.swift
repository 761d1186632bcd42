package import Cards

extension MergedFields {
  /// Whether a register was ever written or cleared.
  package func isDecided(_ register: CardField) -> Bool {
    values.contains { $0.field == register.rawValue && $0.mergeClass == .register }
  }
}

extension Card {
  /// Makes a card from merged fields; fields unknown to this program are left out.
  ///
  /// - Parameters:
  ///   - id: its id.
  ///   - fields: everything stored for it.
  ///   - isReviewed: Whether a person has checked it, so that suggestions no longer count; by default, the
  ///     fields decide.
  package init(id: CardID, fields: MergedFields, isReviewed: Bool? = nil) {
    self.init(id: id, name: "", codes: [])
    let isReviewed = isReviewed ?? fields.isDecided(.review)
    for value in fields.values {
      if let field = CardField(value.field, value.mergeClass) {
        take(value.bytes, of: field)
      } else if !isReviewed, let field = CardField(suggestedBy: value.field, value.mergeClass),
        !fields.isDecided(field)
      {
        take(value.bytes, of: field)
      }
    }
    changed = fields.changed
    // Whichever way it came about: a join, an undo, another device's decision.
    if review == .accepted, hasPartialCode { review = .doubtfulDraft }
  }

  /// Sets a field from its stored values: one value or none, or the elements of a set.
  package mutating func take(_ values: [[UInt8]], of field: CardField) {
    let bytes = values.first
    switch field {
    case .name: name = FieldValues.text(bytes)
    case .codes: codes = Self.codes(values)
    case .printedNumber: printedNumber = FieldValues.text(bytes)
    case .tags: tags = values.map { FieldValues.text($0) }.sorted()
    case .note: note = FieldValues.text(bytes)
    case .validFrom: validFrom = FieldValues.date(bytes)
    case .expires: expires = FieldValues.date(bytes)
    case .isOneTime: isOneTime = FieldValues.truth(bytes)
    case .usedAt: usedAt = FieldValues.moment(bytes)
    case .balance: balance = FieldValues.balance(bytes)
    case .isFavourite: isFavourite = FieldValues.truth(bytes)
    case .isArchived: isArchived = FieldValues.truth(bytes)
    case .colour: colour = FieldValues.colour(bytes)
    case .kind: kind = FieldValues.choice(bytes) ?? kind
    case .review: review = FieldValues.choice(bytes) ?? .doubtfulDraft
    case .origin: origin = FieldValues.text(bytes)
    case .added: added = FieldValues.moment(bytes)
    case .lastUsed: lastUsed = FieldValues.moment(bytes)
    case .photos: photos = values.compactMap(CardPhoto.init(stored:)).sorted()
    case .joinedWith: break
    case .pin: pin = FieldValues.text(bytes)
    case .webAddress: webAddress = FieldValues.text(bytes)
    case .holder: holder = FieldValues.text(bytes)
    }
  }

  /// Empties those of the fields that are empty on another card.
  package mutating func empty(_ fields: Set<CardField>, asOn other: Card) {
    for field in fields {
      var without = other
      without.take([], of: field)
      if without == other { take([], of: field) }
    }
  }

  /// Shows a code once, even if two devices read it with different traits.
  private static func codes(_ elements: [[UInt8]]) -> [Barcode] {
    var known: Set<[UInt8]> = []
    let codes = elements.compactMap(Barcode.init(stored:))
    if codes.count < 2 { return codes }
    return codes.filter { known.insert($0.canonicalBytes).inserted }
  }
}
