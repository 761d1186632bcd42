package import Cards

/// The changes between a card as it was shown and as it should be.
package struct CardChanges {
  package private(set) var list: [FieldChange] = []

  /// Compares only what a person can see, so that fields unknown to this program stay as they are; the vault sets
  /// when a card was added and changed.
  ///
  /// - Parameters:
  ///   - fields: everything stored for the card; for a new card, the merge of nothing.
  ///   - new: the card as it should be.
  package init(from fields: MergedFields, to new: Card) {
    let shown = Card(id: new.id, fields: fields)
    // A person who reviews a draft decides on all its suggestions.
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
    register(.pin, FieldValues.text(old.pin), FieldValues.text(new.pin))
    register(.webAddress, FieldValues.text(old.webAddress), FieldValues.text(new.webAddress))
    register(.holder, FieldValues.text(old.holder), FieldValues.text(new.holder))
    photos(fields, old.photos, new.photos)
  }

  /// The changes that create a card unknown here.
  ///
  /// Nobody has decided on a draft's values yet, so they are only suggestions: they never conflict with what a
  /// person wrote for the same card on another device.
  package init(adding new: Card, at wall: Timestamp) {
    self.init(from: MergedFields(merging: []), to: new)
    if new.isDraft {
      list = list.map(\.suggested)
    } else {
      register(.review, nil, [new.review.rawValue])
    }
    setAdded(wall)
    // A card's only revision merges fast if its changes are sorted.
    list.sort { ($0.field, $0.mergeClass.rawValue) < ($1.field, $1.mergeClass.rawValue) }
  }

  /// Sets when the card was added to the vault: a minimum, so no later write can raise it.
  package mutating func setAdded(_ moment: Timestamp) {
    extreme(.added, .min, nil, FieldValues.moment(moment))
  }

  /// Records what a joined card shows as decided, for fields where its two cards differ or values conflict and
  /// nothing was decided yet: someone who decides differently elsewhere will then see both values.
  ///
  /// Conflicts that the kept card already had stay open.
  package mutating func settle(
    _ merged: MergedFields, of kept: MergedFields, and other: MergedFields
  ) {
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

  /// Keeps fields unknown to this program as they were on one card, filled in from the other.
  package mutating func keepUnknown(
    _ merged: MergedFields, of kept: MergedFields, and other: MergedFields
  ) {
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
      // Merging already picked the extreme of both.
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

  /// Clears a maximum before lowering it, or a minimum before raising it.
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

  private mutating func photos(
    _ fields: MergedFields, _ old: [CardPhoto], _ new: [CardPhoto]
  ) {
    for gone in old where !new.contains(gone) {
      for element in fields.elements(of: CardField.photos.rawValue)
      where CardPhoto(stored: element) == gone {
        add(.photos, .set, .remove, element)
      }
    }
    for photo in new where !old.contains(photo) { add(.photos, .set, .add, photo.stored) }
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
  /// Gives a register or counter a value, or clears it.
  package static func deciding(_ value: MergedFields.Value, for bytes: [UInt8]?) -> FieldChange {
    FieldChange(
      field: value.field, mergeClass: value.mergeClass, operation: bytes == nil ? .remove : .set,
      value: bytes ?? [])
  }

  /// The same value as a suggestion, if the field is a register.
  fileprivate var suggested: FieldChange {
    guard mergeClass == .register else { return self }
    return FieldChange(
      field: field + CardField.suggestions, mergeClass: .min, operation: operation, value: value)
  }

  /// Whether it changes which cards this card is joined with.
  package var isJoin: Bool { CardField(field, mergeClass) == .joinedWith }

  /// States that a card is the same as another, or that it no longer is.
  package static func join(_ operation: Operation, _ card: CardID) -> FieldChange {
    FieldChange(
      field: JoinedCards.field, mergeClass: .set, operation: operation, value: card.bytes)
  }
}

extension MergedFields.Value {
  fileprivate func isOfSameField(as other: Self) -> Bool {
    field == other.field && mergeClass == other.mergeClass
  }
}
