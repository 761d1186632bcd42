package import Cards

/// In which order cards are listed; favourites come first in each.
package enum CardOrder: String, Sendable, CaseIterable {
  case name, added, used, expires

  /// Brings cards into this order.
  ///
  /// - Parameter cards: The cards, by name.
  /// - Returns: The same cards; those that are equal in this order stay by name.
  package func sorted(_ cards: [Card]) -> [Card] {
    // Keys and places are sorted, not cards, which are large.
    let keys = cards.map(key)
    if zip(keys, keys.dropFirst()).allSatisfy(<=) { return cards }
    let places = cards.indices.sorted { left, right in
      let (one, other) = (keys[left], keys[right])
      return (one.rank, one.value, left) < (other.rank, other.value, right)
    }
    return places.map { cards[$0] }
  }

  /// Where a card stands, whatever its name: favourites first, and last what has no value.
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
