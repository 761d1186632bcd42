package import Cards

/// The numbers of a card's fields: `Format.md`, section 6.
///
/// Add a new field here and in `Format.md`; to `CardChanges`; to `Card` with its joining and reversal (undo) in Cards;
/// in VaultStore, to `Card.forOthers` and to the texts that are checked beside it (bundles for others); in Wallet, to
/// `TypedFields`, `CardText`, `CardReport` and `JSON.md`, `CardDifference` and `FieldWords`; to `FieldOptions` and
/// `CardScreen` of the command line, to `CardFields` and the form of the pages; in WalletFiles, to `OwnEntry`,
/// `OwnTable`, `ForeignWriting` and, if other programs have it, `ForeignCard`; and to the import of that in Wallet
/// (`ForeignConversion`, `ForeignMatching`). The fields of a similar kind show the way: search for `webAddress`.
package enum CardField: UInt32, Sendable {
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
  case photos = 19
  case joinedWith = 20
  case pin = 21
  case webAddress = 22
  case holder = 23

  /// The field with this number; `nil` if this program does not know the number, or not with this merge class.
  package init?(_ number: UInt32, _ mergeClass: MergeClass) {
    self.init(rawValue: number)
    guard mergeClass == self.mergeClass else { return nil }
  }

  package var mergeClass: MergeClass {
    switch self {
    case .codes, .tags, .photos, .joinedWith: .set
    case .usedAt, .added: .min
    case .lastUsed: .max
    case .balance: .counter
    default: .register
    }
  }

  /// Its name in JSON.
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
    case .photos: "photos"
    case .joinedWith: "joinedWith"
    case .pin: "pin"
    case .webAddress: "webAddress"
    case .holder: "holder"
    }
  }
}

extension CardField {
  /// The offset from a register's number to that of its suggestion: `Format.md`, section 6.
  package static let suggestions: UInt32 = 64

  /// The register for which a field suggests a value; `nil` for any other field.
  package init?(suggestedBy number: UInt32, _ mergeClass: MergeClass) {
    guard mergeClass == .min, number > Self.suggestions else { return nil }
    self.init(number - Self.suggestions, .register)
  }
}

extension MergedFields {
  /// Whether anyone ever wrote or cleared a register.
  package func isDecided(_ register: CardField) -> Bool {
    values.contains { $0.field == register.rawValue && $0.mergeClass == .register }
  }
}

extension Card {
  /// Makes a card from merged fields, without those unknown to this program.
  ///
  /// Suggestions count until a person has reviewed the card; by default, the fields say whether one has.
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
    // Whatever caused it: a join, an undo, another device's decision.
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

  /// Empties each of these fields that is empty on another card.
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
