package import Cards
internal import VaultFormat

/// A card and all that it was ever called and read as, so that a correction does not hide where it came from.
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
  /// Where it came from, each joined card by itself.
  package private(set) var origins: Set<String> = []

  /// Remembers a card as it is.
  package init(_ card: Card, isRemoved: Bool = false) {
    self.card = card
    self.isRemoved = isRemoved
    names = [card.name]
    numbers = card.printedNumber.isEmpty ? [] : [card.printedNumber]
    codes = Set(card.codes.map(\.canonicalBytes))
    take(origin: card.origin)
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
    return changed
  }

  /// Adds the contents of an earlier revision.
  mutating func take(_ change: FieldChange) {
    if change.operation == .remove || change.value.isEmpty { return }
    let field =
      CardField(change.field, change.mergeClass)
      ?? CardField(suggestedBy: change.field, change.mergeClass)
    switch field {
    case .name: names.insert(FieldValues.text(change.value))
    case .printedNumber: numbers.insert(FieldValues.text(change.value))
    case .codes: if let code = Barcode(stored: change.value) { codes.insert(code.canonicalBytes) }
    case .origin: take(origin: FieldValues.text(change.value))
    default: break
    }
  }

  private mutating func take(origin: String) {
    if origin.isEmpty { return }
    origins.formUnion(origin.split(separator: "; ").map { String($0) })
  }
}

extension Vault {
  /// The cards, and those that a person removed and that can be restored, with what they were before.
  package var rememberedCards: [RememberedCard] {
    let gone = Set(
      history.segments.filter { $0.undoes == nil }.flatMap { segment in
        segment.revisions.filter { $0.kind == .remove }.map { joined.id(of: $0.card) }
      })
    return cards.map { remembered($0, isRemoved: false) }
      + removedCards.filter { gone.contains($0.id) }.map { remembered($0, isRemoved: true) }
  }

  private func remembered(_ card: Card, isRemoved: Bool) -> RememberedCard {
    var remembered = RememberedCard(card, isRemoved: isRemoved)
    for revision in revisions(of: joined.members(of: card.id)) {
      for change in revision.changes { remembered.take(change) }
    }
    return remembered
  }
}
