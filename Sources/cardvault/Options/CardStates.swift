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
    if self == .name, !cards.contains(where: \.isFavourite) { return cards }
    let places = cards.indices.sorted { left, right in
      precedes(cards[left], cards[right]) || (!precedes(cards[right], cards[left]) && left < right)
    }
    return places.map { cards[$0] }
  }

  /// Whether a card stands before another one, whatever their names.
  private func precedes(_ left: Card, _ right: Card) -> Bool {
    if left.isFavourite != right.isFavourite { return left.isFavourite }
    switch self {
    case .name: return false
    case .added: return comesFirst(left.added, right.added, by: >)
    case .used: return comesFirst(left.lastUsed, right.lastUsed, by: >)
    case .expires: return comesFirst(left.expires, right.expires, by: <)
    }
  }

  /// What has no value stands last.
  private func comesFirst<Value>(
    _ left: Value?, _ right: Value?, by isBefore: (Value, Value) -> Bool
  ) -> Bool {
    guard let left else { return false }
    return right.map { isBefore(left, $0) } ?? true
  }
}

extension Card {
  /// Whether name, tags, note or kind hold the words, whatever their case.
  func mentions(_ words: String) -> Bool {
    let wanted = words.lowercased()
    return ([name, note, kind.name] + tags).contains { $0.lowercased().contains(wanted) }
  }
}
