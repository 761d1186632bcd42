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

  func areInOrder(_ left: Card, _ right: Card) -> Bool {
    if left.isFavourite != right.isFavourite { return left.isFavourite }
    switch self {
    case .name: break
    case .added where left.added != right.added:
      guard let added = left.added else { return false }
      return right.added.map { added > $0 } ?? true
    case .used where left.lastUsed != right.lastUsed:
      guard let used = left.lastUsed else { return false }
      return right.lastUsed.map { used > $0 } ?? true
    case .expires where left.expires != right.expires:
      guard let day = left.expires else { return false }
      return right.expires.map { day < $0 } ?? true
    default: break
    }
    return (left.name.lowercased(), left.id) < (right.name.lowercased(), right.id)
  }
}

extension Card {
  /// Whether name, tags, note or kind hold the words, whatever their case.
  func mentions(_ words: String) -> Bool {
    let wanted = words.lowercased()
    return ([name, note, kind.name] + tags).contains { $0.lowercased().contains(wanted) }
  }
}
