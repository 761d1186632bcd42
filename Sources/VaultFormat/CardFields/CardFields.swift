package import Cards

/// The numbers of a card's fields: `Format.md`, section 6.
package enum CardField: UInt32 {
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
  case joinedWith = 20

  /// The field with this number; `nil` for one that this program does not know, as for a known number with
  /// another class: that is a newer program's field.
  package init?(_ number: UInt32, _ mergeClass: MergeClass) {
    self.init(rawValue: number)
    guard mergeClass == self.mergeClass else { return nil }
  }

  /// How it merges.
  package var mergeClass: MergeClass {
    switch self {
    case .codes, .tags, .joinedWith: .set
    case .usedAt, .added: .min
    case .lastUsed: .max
    case .balance: .counter
    default: .register
    }
  }

  /// What it is called in JSON.
  package var word: String {
    switch self {
    case .name: "name"
    case .codes: "code"
    case .printedNumber: "number"
    case .tags: "tags"
    case .note: "note"
    case .validFrom: "validFrom"
    case .expires: "expires"
    case .isOneTime: "oneTime"
    case .usedAt: "usedAt"
    case .balance: "balance"
    case .isFavourite: "favourite"
    case .isArchived: "archived"
    case .colour: "colour"
    case .kind: "kind"
    case .review: "review"
    case .origin: "origin"
    case .added: "added"
    case .lastUsed: "lastUsed"
    case .joinedWith: "joinedWith"
    }
  }
}

extension CardField {
  /// What this is added to makes the number of a register's suggestion: `Format.md`, section 6.
  package static let suggestions: UInt32 = 64

  /// The register that a field suggests a value for; `nil` for any other field.
  package init?(suggestedBy number: UInt32, _ mergeClass: MergeClass) {
    guard mergeClass == .min, number > Self.suggestions else { return nil }
    self.init(number - Self.suggestions, .register)
  }
}

extension MergedFields {
  /// Whether a register was ever written or cleared.
  package func isDecided(_ register: CardField) -> Bool {
    values.contains { $0.field == register.rawValue && $0.mergeClass == .register }
  }
}

extension Card {
  /// The card that merged fields make; what this program does not know is left out.
  ///
  /// - Parameters:
  ///   - id: its id.
  ///   - fields: everything that is stored of it.
  ///   - isReviewed: Whether a person has looked at it, so that suggestions count no more; by default, the fields
  ///     tell.
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
  }

  /// Makes a field what is stored of it: one value or none, or the elements of a set.
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
    case .joinedWith: break
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
