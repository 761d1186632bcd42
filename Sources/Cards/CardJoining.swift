extension Card {
  /// What this card is once another one was joined into it: it keeps what it says, takes from the other what
  /// it does not say, and has the codes and tags of both.
  ///
  /// Balances are never added up: of two, its own stays.
  public func joined(with other: Card) -> Card {
    var card = self
    func fill<Value: Equatable>(_ field: WritableKeyPath<Card, Value>, where isEmpty: Value) {
      if card[keyPath: field] == isEmpty { card[keyPath: field] = other[keyPath: field] }
    }
    fill(\.name, where: "")
    var known = Set(codes.map(\.canonicalBytes))
    card.codes += other.codes.filter { known.insert($0.canonicalBytes).inserted }
    fill(\.printedNumber, where: "")
    card.tags = Set(tags + other.tags).sorted()
    fill(\.note, where: "")
    fill(\.validFrom, where: nil)
    fill(\.expires, where: nil)
    card.usedAt = [usedAt, other.usedAt].compactMap(\.self).min()
    fill(\.balance, where: nil)
    fill(\.isFavourite, where: false)
    fill(\.colour, where: nil)
    // What a card is for unless somebody says otherwise.
    fill(\.kind, where: .loyalty)
    // One person's look at either is enough.
    if other.review.rawValue > review.rawValue { card.review = other.review }
    fill(\.origin, where: "")
    card.added = [added, other.added].compactMap(\.self).min()
    card.lastUsed = [lastUsed, other.lastUsed].compactMap(\.self).max()
    return card
  }
}
