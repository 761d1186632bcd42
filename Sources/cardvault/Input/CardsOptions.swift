package import ArgumentParser
package import Cards
package import Terminal
package import VaultStore
internal import Wallet

/// The options that select the cards to take along.
package struct CardsOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Argument(help: "The cards, each by words of its name or by an id; all matches count.")
  package var cards: [String] = []

  @Option(
    help: "All cards with this tag; with several (a,b or repeated), cards that have all of them.",
    completion: CardTags.used)
  var tag: [String] = []

  @Flag(help: "All cards in use: reviewed, and neither archived nor expired nor used up.")
  var all = false

  /// Refuses anything but one way of selecting.
  package func validate() throws {
    let ways = [!cards.isEmpty, !tag.isEmpty, all].count { $0 }
    if ways == 0 {
      throw ValidationError(
        "it needs the names of cards, or a tag with --tag, or --all for all cards in use")
    }
    if ways > 1 { throw ValidationError("cards, --tag and --all cannot be used together") }
  }

  /// The cards, with what is doubtful about each told to the person.
  ///
  /// - Parameters:
  ///   - store: The vault.
  ///   - what: The error's first line, if there is none.
  ///   - today: Today's date in local time.
  ///   - console: Where doubts and warnings go.
  /// - Returns: At least one card.
  /// - Throws: `Failure`, and `WalletError` for a tag that is not valid.
  package func chosen(
    from store: Vault, orElse what: String, on today: CalendarDate, _ console: Console
  ) async throws -> [Card] {
    _ = await store.warn(console)
    let all = await store.cards
    switch try gathering().chosen(from: all, on: today) {
    case .cards(let chosen):
      for card in chosen {
        guard let doubt = card.doubtWords, !card.hasPartialCode else { continue }
        console.remark(console.warning("\(card.name): \(doubt)"))
      }
      return chosen
    case .nothing(let words?):
      throw Failure(
        what, because: "no card matches “\(words)”",
        try: CardSearch(cards: all).advice(for: words) ?? "cardvault list --all",
        status: .nothingFound)
    case .nothing(nil):
      throw Failure(
        what, because: tag.isEmpty ? "no card is in use" : "no card in use has this tag",
        try: CardSearch(cards: all).listCommand(tags: try CardText.tags(tag)),
        status: .nothingFound)
    }
  }

  private func gathering() throws -> CardGathering {
    if all { return .allInUse }
    return tag.isEmpty ? .matching(cards) : .tagged(try CardText.tags(tag))
  }
}
