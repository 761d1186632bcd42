extension Card {
  /// This card with one change undone; fields changed again since are kept.
  ///
  /// - Returns: the card as it should be.
  package func reverting(_ after: Card, to before: Card) -> Card {
    var card = self
    func revert<Value: Equatable>(_ field: WritableKeyPath<Card, Value>) {
      if card[keyPath: field] == after[keyPath: field] {
        card[keyPath: field] = before[keyPath: field]
      }
    }
    func revertSet<Element: Hashable>(_ field: WritableKeyPath<Card, [Element]>) {
      let (old, new) = (before[keyPath: field], after[keyPath: field])
      let isAdded = { !old.contains($0) && new.contains($0) }
      var elements = card[keyPath: field].filter { !isAdded($0) }
      for gone in old where !new.contains(gone) && !elements.contains(gone) {
        elements.append(gone)
      }
      card[keyPath: field] = elements
    }
    revert(\.name)
    revertSet(\.codes)
    revert(\.printedNumber)
    revert(\.holder)
    revert(\.pin)
    revert(\.webAddress)
    revertSet(\.tags)
    card.tags.sort()
    revert(\.note)
    revert(\.validFrom)
    revert(\.expires)
    revert(\.isOneTime)
    revert(\.usedAt)
    revert(\.balance)
    revert(\.isFavourite)
    revert(\.isArchived)
    revert(\.colour)
    revert(\.kind)
    revert(\.review)
    revert(\.origin)
    revert(\.lastUsed)
    revertSet(\.photos)
    card.photos.sort()
    return card
  }
}
