internal import Cards
internal import VaultStore

/// Finds the card that a person means by an id prefix, a name, or part of one.
struct CardSelection {
  let cards: [Card]
  /// Cards that were removed; they are meant where no other one is.
  var removed: [Card] = []
  /// Ids of cards that were joined into others, by what they go by now.
  var formerIDs: [CardID: [CardID]] = [:]
  let console: Console

  /// The one card meant by `words`.
  ///
  /// An exact name wins; else the first digits of an id (at least 4) and parts of names count alike.
  func card(_ words: String) throws -> Card {
    guard words.contains(where: { !$0.isWhitespace }) else {
      throw Failure.usage(
        "no card was named", because: "the words for it are empty", try: "cardvault list")
    }
    let found = candidates(words)
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

  private func candidates(_ words: String) -> [Card] {
    let lowered = words.lowercased()
    for list in [cards, removed] {
      let named = list.filter { $0.name.lowercased() == lowered }
      if !named.isEmpty { return named }
    }
    let found = fitting(cards, lowered)
    return found.isEmpty ? fitting(removed, lowered) : found
  }

  private func fitting(_ cards: [Card], _ lowered: String) -> [Card] {
    let byID =
      lowered.utf8.count < 4
      ? []
      : cards.filter { card in
        card.id.description.hasPrefix(lowered)
          || formerIDs[card.id]?.contains { $0.description.hasPrefix(lowered) } == true
      }
    let containing = cards.filter { $0.name.lowercased().contains(lowered) }
    return containing + byID.filter { card in !containing.contains { $0.id == card.id } }
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

extension Card {
  /// The first digits of the id, enough to tell cards of one drawer apart.
  var shortID: String { id.bytes.prefix(4).hexadecimal }
}

extension Vault {
  /// The one card meant by `words`, after saying what may keep it from being found.
  func card(meant words: String, _ console: Console) throws -> Card {
    let isLossy = warnOfLosses(console)
    do {
      return try CardSelection(cards: cards, formerIDs: formerIDs, console: console).card(words)
    } catch let failure as Failure where isLossy && failure.status == .nothingFound {
      throw Failure(
        failure.what, because: "it may be in one of the files that cannot be used",
        try: "cardvault verify", status: .damaged)
    }
  }
}
