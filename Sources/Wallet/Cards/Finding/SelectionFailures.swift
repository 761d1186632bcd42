package import Cards

extension Failure {
  /// No card to pick from.
  package static let nothingToPick = Failure(
    "no card was picked", because: "there is none to pick from", try: "cardvault list --all",
    status: .nothingFound)

  /// No card was named where none can be picked.
  package static func noCardNamed(of cards: [Card]) -> Failure {
    let count = cards.count
    return usage(
      "no card was named",
      "there \(count == 1 ? "is 1 card" : "are \(count) cards") to choose from", cards)
  }

  /// Words that match no card of a search; `isShown` where the card was to be shown.
  package static func noCard(
    _ words: String, in search: CardSearch, isShown: Bool = false
  ) -> Failure {
    let meant = isShown ? search.commands("cardvault show", for: words) : search.advice(for: words)
    return Failure(
      "there is no card “\(words)”", because: "no name, id, tag or number matches",
      try: meant ?? "cardvault list --all", status: .nothingFound)
  }

  /// Words that match no draft, but another card.
  package static func noDraft(_ words: String, butCard card: Card) -> Failure {
    Failure(
      "there is no draft “\(words)”", because: "the card “\(card.name)” is not a draft",
      try: "cardvault edit \(card.shortID); or cardvault list --drafts", status: .nothingFound)
  }

  /// Cards that were not found in a vault of which some files cannot be used.
  package static func perhapsLost(_ what: String) -> Failure {
    Failure(
      what, because: "it may be in one of the files that cannot be used",
      try: "cardvault verify", status: .damaged)
  }

  /// Words that match several cards where none can be picked.
  package static func severalCards(_ words: String, _ found: [Card]) -> Failure {
    usage("“\(words)” matches \(found.count) cards; pick one", "all of these match", found)
  }

  private static func usage(_ what: String, _ reason: String, _ cards: [Card]) -> Failure {
    // Enough to see which cards can be meant.
    let mostNames = 12
    let names = cards.prefix(mostNames).map { "\($0.shortID)  \($0.name)" }
    let rest = cards.count - names.count
    return usage(
      what,
      because: "\(reason): " + names.joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : ""),
      try: "use the id of one of them" + (rest > 0 ? "; cardvault list shows all" : ""))
  }
}
