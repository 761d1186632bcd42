internal import Cards
internal import TerminalIO
internal import Wallet

/// Finds the one card that a person means, by asking where several match.
struct CardSelection {
  let search: CardSearch
  let console: Console

  /// The one card meant by `words`.
  func card(_ words: String) throws -> Card {
    guard words.contains(where: { !$0.isWhitespace }) else {
      throw Failure.usage(
        "no card was named", because: "the words for it are empty", try: "cardvault list")
    }
    let found = search.cards(meantBy: words)
    if found.count == 1 { return found[0] }
    guard !found.isEmpty else {
      throw Failure(
        "there is no card “\(words)”", because: "no id, name or part of a name fits",
        try: "cardvault list --all", status: .nothingFound)
    }
    guard console.isInteractive else {
      let names = found.prefix(12).map { "\($0.shortID)  \($0.name)" }
      throw Failure.usage(
        "“\(words)” fits \(found.count) cards",
        because: "only one can be meant: " + names.joined(separator: ", "),
        try: "the id at the front")
    }
    return try pick(from: found)
  }

  private func pick(from found: [Card]) throws -> Card {
    for (index, card) in found.enumerated() {
      console.ask("\(index + 1)  \(card.name)  \(card.shortID)\n")
    }
    while true {
      guard let answer = console.answer(to: "Which one? ") else {
        throw Failure.usage("no card was picked", because: "the input ended")
      }
      if let number = Int(answer), (1...found.count).contains(number) { return found[number - 1] }
      console.ask("a number from 1 to \(found.count), please\n")
    }
  }
}
