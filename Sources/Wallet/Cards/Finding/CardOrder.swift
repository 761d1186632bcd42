package import Cards

/// The order in which cards are listed; favourites always come first.
package enum CardOrder: String, Sendable, CaseIterable {
  case name, added, used, expires

  /// Sorts cards in this order.
  ///
  /// - Parameter cards: The cards, sorted by name.
  /// - Returns: The same cards; cards that are equal in this order stay sorted by name.
  package func sorted(_ cards: [Card]) -> [Card] {
    // Sorts keys and indices instead of cards, which are large.
    let keys = cards.map(key)
    if zip(keys, keys.dropFirst()).allSatisfy(<=) { return cards }
    let places = cards.indices.sorted { left, right in
      let (one, other) = (keys[left], keys[right])
      return (one.rank, one.value, left) < (other.rank, other.value, right)
    }
    return places.map { cards[$0] }
  }

  /// A card's sort key apart from its name: favourites first, and cards without a value last.
  private func key(of card: Card) -> (rank: Int, value: Int64) {
    let value: Int64? =
      switch self {
      case .name: 0
      case .added: card.added.map { -$0.milliseconds }
      case .used: card.lastUsed.map { -$0.milliseconds }
      case .expires: card.expires.map { Int64(($0.year * 100 + $0.month) * 100 + $0.day) }
      }
    return ((card.isFavourite ? 0 : 2) + (value == nil ? 1 : 0), value ?? 0)
  }
}
