internal import ArgumentParser
internal import Cards

/// Which cards `list` shows.
enum CardStates: String, EnumerableFlag {
  case current, drafts, archived, expired, all

  func contains(_ state: Card.State) -> Bool {
    switch self {
    case .current: state == .active || state == .draft
    case .drafts: state == .draft
    case .archived: state == .archived
    case .expired: state == .expired || state == .used
    case .all: true
    }
  }

  static func help(for value: CardStates) -> ArgumentHelp? {
    switch value {
    case .current: "Active cards and drafts (the default)."
    case .drafts: "Drafts only."
    case .archived: "Archived cards only."
    case .expired: "Expired and used-up cards only."
    case .all: "Every card."
    }
  }
}

/// In which order `list` shows cards; favourites come first in each.
enum CardOrder: String, CaseIterable, ExpressibleByArgument {
  case name, added, used, expires

  /// Brings cards, which come by name, into this order.
  func sorted(_ cards: [Card]) -> [Card] {
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

extension Card {
  /// Whether name, tags, note or kind hold the words, whatever their case.
  func mentions(_ words: String) -> Bool {
    let wanted = words.lowercased()
    return ([name, note, kind.name] + tags).contains { $0.lowercased().contains(wanted) }
  }
}
