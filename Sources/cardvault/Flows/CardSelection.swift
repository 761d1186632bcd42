internal import Cards
internal import TerminalIO
internal import Wallet
internal import Wording

/// Finds the one card that a person means, by asking where several match.
struct CardSelection {
  let search: CardSearch
  let console: Console
  /// Whether a card may be picked on a full screen.
  var usesScreens = true
  /// Whether a draft yields to the one accepted card of the same name: at a till, not where something is changed.
  var isAtTill = false

  /// The one card meant by `words`.
  func card(_ words: String) throws -> Card {
    guard words.contains(where: { !$0.isWhitespace }) else {
      guard !search.cards.isEmpty else {
        throw Failure(
          "no card was picked", because: "there is none to pick from", try: "cardvault list --all",
          status: .nothingFound)
      }
      guard console.isInteractive else {
        throw Self.undecided("no card was named; pick one", search.cards)
      }
      return try pick(from: search.cards)
    }
    let found = search.cards(meantBy: words)
    if found.count == 1 { return found[0] }
    let accepted = found.filter { !$0.isDraft }
    if isAtTill, accepted.count == 1, Set(found.map { Folding.folded($0.name) }).count == 1 {
      return accepted[0]
    }
    guard !found.isEmpty else {
      let suggestions = search.suggestions(for: words)
      throw Failure(
        "there is no card “\(words)”", because: "no name, id, tag or number matches",
        try: suggestions.isEmpty
          ? "cardvault list --all" : suggestions.map { "“\($0)”" }.joined(separator: " or "),
        status: .nothingFound)
    }
    guard console.isInteractive else {
      throw Self.undecided("“\(words)” matches \(found.count) cards; pick one", found)
    }
    return try pick(from: found)
  }

  /// Lists the cards that can be meant, where nobody can be asked.
  private static func undecided(_ what: String, _ cards: [Card]) -> Failure {
    let names = cards.prefix(mostNames).map { "\($0.shortID)  \($0.name)" }
    let rest = cards.count - names.count
    return .usage(
      what, because: names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""),
      try: "the id in front of its name")
  }

  /// Enough to see which cards are meant.
  private static let mostNames = 12
}
