package import Cards
internal import VaultFormat

/// A card and all that it was ever called and read as, so that a correction does not hide where it came from; what was
/// undone does not count.
package struct RememberedCard: Sendable, Hashable {
  /// The card; a removed one as it was then.
  package private(set) var card: Card
  /// Whether a person removed it.
  package let isRemoved: Bool
  /// Its names, the corrected ones included.
  package private(set) var names: Set<String>
  /// Its printed numbers.
  package private(set) var numbers: Set<String>
  /// Its codes, as their canonical bytes.
  package private(set) var codes: Set<[UInt8]>
  /// Where it came from, as each change wrote it down.
  package private(set) var originTexts: Set<String> = []
  /// Where it came from, each joined card by itself.
  package var origins: Set<String> {
    Set(originTexts.flatMap { $0.split(separator: "; ").map(String.init) })
  }
  /// The fields that a person emptied at some time, and the tags that one took off.
  private var emptied: Set<CardField> = []
  private var formerTags: Set<String> = []
  /// What its days, its balance and whether it is archived were set to at any time.
  private var written: Set<Written> = []
  /// The sides of which a person took a photo away.
  package private(set) var formerSides: Set<CardPhoto.Side> = []

  private struct Written: Hashable {
    let field: CardField
    let value: [UInt8]
  }

  /// Remembers a card as it is.
  package init(_ card: Card, isRemoved: Bool = false) {
    self.card = card
    self.isRemoved = isRemoved
    names = [card.name]
    numbers = card.printedNumber.isEmpty ? [] : [card.printedNumber]
    codes = Set(card.codes.map(\.canonicalBytes))
    take(origin: card.origin)
    take(valuesOf: card)
  }

  /// What is remembered of the card once it is changed like this.
  ///
  /// - Returns: What it is and was called and read as.
  package func changed(to card: Card) -> RememberedCard {
    var changed = self
    changed.card = card
    changed.names.insert(card.name)
    if !card.printedNumber.isEmpty { changed.numbers.insert(card.printedNumber) }
    changed.codes.formUnion(card.codes.map(\.canonicalBytes))
    changed.take(origin: card.origin)
    changed.take(valuesOf: card)
    return changed
  }

  /// The card with the days, the balance and the archiving that a file gives and the card never had; what the file lacks
  /// stays.
  package func updated(by read: Card) -> Card {
    var updated = card
    if isNews(.validFrom, FieldValues.date(read.validFrom)) { updated.validFrom = read.validFrom }
    if isNews(.expires, FieldValues.date(read.expires)) { updated.expires = read.expires }
    if isNews(.balance, FieldValues.balance(read.balance)) { updated.balance = read.balance }
    if read.isArchived, isNews(.isArchived, FieldValues.truth(true)) { updated.isArchived = true }
    return updated
  }

  /// The card with what a file adds to it, but without what a person took away.
  package func keepingEmptied(in completed: Card) -> Card {
    var kept = completed
    kept.empty(emptied, asOn: card)
    kept.tags.removeAll { formerTags.contains($0) && !card.tags.contains($0) }
    return kept
  }

  /// Adds the contents of an earlier revision.
  mutating func take(_ change: FieldChange) {
    let field =
      CardField(change.field, change.mergeClass)
      ?? CardField(suggestedBy: change.field, change.mergeClass)
    let isFalse = field == .isFavourite && !FieldValues.truth(change.value)
    if change.operation == .remove || change.value.isEmpty || isFalse {
      if field == .tags { formerTags.insert(FieldValues.text(change.value)) }
      if field == .photos, let photo = CardPhoto(stored: change.value) {
        formerSides.insert(photo.side)
      }
      if let field, field != .tags { emptied.insert(field) }
      return
    }
    switch field {
    case .name: names.insert(FieldValues.text(change.value))
    case .printedNumber: numbers.insert(FieldValues.text(change.value))
    case .codes: if let code = Barcode(stored: change.value) { codes.insert(code.canonicalBytes) }
    case .origin: take(origin: FieldValues.text(change.value))
    case .validFrom, .expires, .isArchived: take(change.value, of: field)
    case .balance where change.operation == .set: take(change.value, of: field)
    default: break
    }
  }

  private mutating func take(valuesOf card: Card) {
    take(FieldValues.date(card.validFrom), of: .validFrom)
    take(FieldValues.date(card.expires), of: .expires)
    take(FieldValues.balance(card.balance), of: .balance)
    take(FieldValues.truth(card.isArchived), of: .isArchived)
  }

  private mutating func take(_ value: [UInt8]?, of field: CardField?) {
    if let value, let field { written.insert(Written(field: field, value: value)) }
  }

  private func isNews(_ field: CardField, _ value: [UInt8]?) -> Bool {
    value.map { !written.contains(Written(field: field, value: $0)) } ?? false
  }

  private mutating func take(origin: String) {
    if !origin.isEmpty { originTexts.insert(origin) }
  }
}

extension Vault {
  /// The cards, and those that a person removed and that can be restored, with what they were before.
  package var rememberedCards: [RememberedCard] {
    let gone = Set(
      history.segments.filter { $0.undoes == nil }.flatMap { segment in
        segment.revisions.filter { $0.kind == .remove }.map { joined.id(of: $0.card) }
      })
    let undone = undoneChanges
    let segments = undone.isEmpty ? [:] : segmentsByDot
    func remembered(_ card: Card, isRemoved: Bool) -> RememberedCard {
      var remembered = RememberedCard(card, isRemoved: isRemoved)
      for revision in revisions(of: joined.members(of: card.id)) {
        if let segment = segments[revision.dot],
          segment.undoes != nil
            || undone.contains(.init(segment: segment.identity, card: revision.card))
        {
          continue
        }
        for change in revision.changes { remembered.take(change) }
      }
      return remembered
    }
    return cards.map { remembered($0, isRemoved: false) }
      + removedCards.filter { gone.contains($0.id) }.map { remembered($0, isRemoved: true) }
  }
}
