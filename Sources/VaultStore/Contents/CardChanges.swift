internal import Cards

/// What was changed between a card as it was shown and as it shall be.
struct CardChanges {
  private(set) var list: [FieldChange] = []

  /// Compares what a person can see, so that what this program cannot show is never touched; when a card
  /// was added and changed is for the vault to say.
  ///
  /// - Parameters:
  ///   - fields: everything that is stored of the card; for a new card, the merge of nothing.
  ///   - new: the card as it shall be.
  init(from fields: MergedFields, to new: Card) {
    let shown = Card(id: new.id, fields: fields)
    // Who reviews a draft decides for all that was suggested.
    let isReviewed = new.review != shown.review || fields.isDecided(.review)
    let old = Card(id: new.id, fields: fields, isReviewed: isReviewed)
    register(.name, FieldValues.text(old.name), FieldValues.text(new.name))
    codes(fields, old.codes, new.codes)
    register(
      .printedNumber, FieldValues.text(old.printedNumber), FieldValues.text(new.printedNumber))
    tags(old.tags, new.tags)
    register(.note, FieldValues.text(old.note), FieldValues.text(new.note))
    register(.validFrom, FieldValues.date(old.validFrom), FieldValues.date(new.validFrom))
    register(.expires, FieldValues.date(old.expires), FieldValues.date(new.expires))
    register(.isOneTime, FieldValues.truth(old.isOneTime), FieldValues.truth(new.isOneTime))
    extreme(.usedAt, .min, FieldValues.moment(old.usedAt), FieldValues.moment(new.usedAt))
    change(.balance, .counter, FieldValues.balance(old.balance), FieldValues.balance(new.balance))
    register(.isFavourite, FieldValues.truth(old.isFavourite), FieldValues.truth(new.isFavourite))
    register(.isArchived, FieldValues.truth(old.isArchived), FieldValues.truth(new.isArchived))
    register(.colour, FieldValues.colour(old.colour), FieldValues.colour(new.colour))
    register(.kind, [old.kind.rawValue], [new.kind.rawValue])
    register(.review, [shown.review.rawValue], [new.review.rawValue])
    register(.origin, FieldValues.text(old.origin), FieldValues.text(new.origin))
    extreme(.lastUsed, .max, FieldValues.moment(old.lastUsed), FieldValues.moment(new.lastUsed))
  }

  /// What makes a card of which nothing is here.
  ///
  /// Nobody has decided yet what a draft says: it is suggested, so that it never stands against what a person
  /// wrote on another device, where the same card may be.
  init(adding new: Card, at wall: Timestamp) {
    self.init(from: MergedFields(merging: []), to: new)
    if new.isDraft {
      list = list.map(\.suggested)
    } else {
      register(.review, nil, [new.review.rawValue])
    }
    setAdded(wall)
    // In order, a card's only revision is quickly merged.
    list.sort { ($0.field, $0.mergeClass.rawValue) < ($1.field, $1.mergeClass.rawValue) }
  }

  /// Says when the card came into the vault: a minimum, which no later write repairs.
  mutating func setAdded(_ moment: Timestamp) {
    extreme(.added, .min, nil, FieldValues.moment(moment))
  }

  /// Decides for what shows on a joined card, where its two cards differ or one value stands beside another
  /// and nothing was decided yet: who chose the other way elsewhere shall see both.
  ///
  /// A field of the card that stays which waited for a decision goes on waiting.
  mutating func settle(_ merged: MergedFields, of kept: MergedFields, and other: MergedFields) {
    for value in merged.values where [.register, .counter].contains(value.mergeClass) {
      let own = kept.values.first { $0.isOfSameField(as: value) }
      let others = other.values.first { $0.isOfSameField(as: value) }
      let isDecided = list.contains {
        $0.field == value.field && $0.mergeClass == value.mergeClass
      }
      guard !isDecided, own?.conflicts.isEmpty ?? true else { continue }
      if !value.conflicts.isEmpty || (own != nil && others != nil && own?.bytes != others?.bytes) {
        list.append(.deciding(value, for: value.bytes.first))
      }
    }
  }

  /// Keeps what this program cannot show as it was on one card, filled from another one.
  mutating func keepUnknown(_ merged: MergedFields, of kept: MergedFields, and other: MergedFields)
  {
    for value in merged.values where CardField(value.field, value.mergeClass) == nil {
      let own = kept.elements(of: value.field, value.mergeClass)
      let others = other.elements(of: value.field, value.mergeClass)
      switch value.mergeClass {
      case .register, .counter:
        let wanted = own.first ?? others.first
        if wanted != value.bytes.first { list.append(.deciding(value, for: wanted)) }
      case .set:
        for element in own + others where !value.bytes.contains(element) {
          list.append(
            FieldChange(
              field: value.field, mergeClass: .set, operation: .add, value: element))
        }
      // The greatest and the least of both are what is wanted.
      case .max, .min: break
      }
    }
  }

  private mutating func register(_ field: CardField, _ old: [UInt8]?, _ new: [UInt8]?) {
    change(field, .register, old, new)
  }

  private mutating func change(
    _ field: CardField, _ mergeClass: MergeClass, _ old: [UInt8]?, _ new: [UInt8]?
  ) {
    guard old != new else { return }
    add(field, mergeClass, new == nil ? .remove : .set, new ?? [])
  }

  /// A maximum that shall fall, or a minimum that shall rise, is cleared first.
  private mutating func extreme(
    _ field: CardField, _ mergeClass: MergeClass, _ old: [UInt8]?, _ new: [UInt8]?
  ) {
    guard old != new else { return }
    if let old {
      let falls = new?.lexicographicallyPrecedes(old) ?? true
      if new == nil || falls == (mergeClass == .max) { add(field, mergeClass, .remove, []) }
    }
    if let new { add(field, mergeClass, .set, new) }
  }

  private mutating func tags(_ old: [String], _ new: [String]) {
    for tag in Set(old).subtracting(new).sorted() { add(.tags, .set, .remove, Array(tag.utf8)) }
    for tag in Set(new).subtracting(old).sorted() { add(.tags, .set, .add, Array(tag.utf8)) }
  }

  private mutating func codes(_ fields: MergedFields, _ old: [Barcode], _ new: [Barcode]) {
    for gone in old where !new.contains(gone) {
      for element in fields.elements(of: CardField.codes.rawValue)
      where Barcode(stored: element)?.canonicalBytes == gone.canonicalBytes {
        add(.codes, .set, .remove, element)
      }
    }
    for code in new where !old.contains(code) { add(.codes, .set, .add, code.stored) }
  }

  private mutating func add(
    _ field: CardField, _ mergeClass: MergeClass, _ operation: FieldChange.Operation,
    _ value: [UInt8]
  ) {
    list.append(
      FieldChange(
        field: field.rawValue, mergeClass: mergeClass, operation: operation, value: value))
  }
}

extension FieldChange {
  /// Gives a register or counter a value, or none.
  static func deciding(_ value: MergedFields.Value, for bytes: [UInt8]?) -> FieldChange {
    FieldChange(
      field: value.field, mergeClass: value.mergeClass, operation: bytes == nil ? .remove : .set,
      value: bytes ?? [])
  }

  /// The same value as a suggestion, if it is a register's.
  fileprivate var suggested: FieldChange {
    guard mergeClass == .register else { return self }
    return FieldChange(
      field: field + CardField.suggestions, mergeClass: .min, operation: operation, value: value)
  }

  /// Whether it says of which cards one card is.
  var isJoin: Bool { CardField(field, mergeClass) == .joinedWith }

  /// Says that a card is the same as another one, or takes that back.
  static func join(_ operation: Operation, _ card: CardID) -> FieldChange {
    FieldChange(
      field: JoinedCards.field, mergeClass: .set, operation: operation, value: card.bytes)
  }
}

extension MergedFields.Value {
  fileprivate func isOfSameField(as other: Self) -> Bool {
    field == other.field && mergeClass == other.mergeClass
  }
}
