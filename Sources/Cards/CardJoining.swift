extension Card {
  /// This card after another one was joined into it: its own values come first, empty fields are filled from
  /// the other card, and it has the codes, tags and photos of both; of tags that `Folding` considers equal, its own.
  ///
  /// Balances are never added up: if both cards have one, its own is kept.
  public func joined(with other: Card) -> Card {
    var card = self
    func fill<Value: Equatable>(_ field: WritableKeyPath<Card, Value>, where isEmpty: Value) {
      if card[keyPath: field] == isEmpty { card[keyPath: field] = other[keyPath: field] }
    }
    fill(\.name, where: "")
    var known = Set(codes.map(\.canonicalBytes))
    card.codes += other.codes.filter { known.insert($0.canonicalBytes).inserted }
    // What was read in part adds nothing to the whole code that it agrees with.
    let whole = card.codes.filter { !$0.isPartial }
    card.codes.removeAll { code in code.isPartial && whole.contains { $0.agrees(with: code) } }
    fill(\.printedNumber, where: "")
    fill(\.holder, where: "")
    fill(\.pin, where: "")
    fill(\.webAddress, where: "")
    card.tags = Set(tags).union(Folding.distinct(tags + other.tags)).sorted()
    fill(\.note, where: "")
    fill(\.validFrom, where: nil)
    fill(\.expires, where: nil)
    card.usedAt = [usedAt, other.usedAt].compactMap(\.self).min()
    fill(\.balance, where: nil)
    fill(\.isFavourite, where: false)
    fill(\.colour, where: nil)
    // The default kind, unless someone chose it.
    fill(\.kind, where: .loyalty)
    // It is enough that a person has checked either.
    if other.review.rawValue > review.rawValue { card.review = other.review }
    fill(\.origin, where: "")
    card.photos = Set(photos + other.photos).sorted()
    card.added = [added, other.added].compactMap(\.self).min()
    card.lastUsed = [lastUsed, other.lastUsed].compactMap(\.self).max()
    return card
  }
}
