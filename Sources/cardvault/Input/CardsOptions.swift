internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// The options that select the cards to take along.
struct CardsOptions: ParsableArguments {
  @Argument(help: "The cards, each by words of its name or by an id; all matches count.")
  var cards: [String] = []

  @Option(
    help: "All cards with this tag; with several (a,b or repeated), cards that have all of them.",
    completion: CardTags.used)
  var tag: [String] = []

  @Flag(help: "All cards in use: reviewed, and neither archived nor expired nor used up.")
  var all = false

  /// Refuses anything but exactly one way to select.
  func validate() throws {
    let ways = [!cards.isEmpty, !tag.isEmpty, all].count { $0 }
    if ways == 0 {
      throw ValidationError(
        "it needs the names of cards, or a tag with --tag, or --all for all cards in use")
    }
    if ways > 1 { throw ValidationError("cards, --tag and --all cannot be used together") }
  }

  /// Cards in use with all of these tags; without any, all.
  static func inUse(tagged tags: [String]) -> CardsOptions {
    var options = CardsOptions()
    (options.cards, options.tag, options.all) = ([], tags, tags.isEmpty)
    return options
  }

  /// The cards, at least one, after remarks about what is doubtful about each.
  ///
  /// `what` is the error's first line if there is none.
  func chosen(
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
        try: CardSearch(cards: all).names(for: words).map(Advice.prose) ?? .listAll,
        status: .nothingFound
      ).or(await store.removed(meantBy: words))
    case .nothing(nil):
      let tags = try CardText.tags(tag)
      throw Failure(
        what, because: tag.isEmpty ? "no card is in use" : "no card in use has this tag",
        try: CardSearch(cards: all).listCommand(tags: tags),
        status: .nothingFound
      ).or(
        await tag.isEmpty ? nil : store.removed(where: { card in tags.allSatisfy(card.isTagged) }))
    }
  }

  private func gathering() throws -> CardGathering {
    if all { return .allInUse }
    return tag.isEmpty ? .matching(cards) : .tagged(try CardText.tags(tag))
  }
}

extension Console {
  /// Lists what was left out.
  ///
  /// - Throws: `ExitCode` of a command that is partly done, if there is any.
  func tell(of leftOut: [UndrawnCode]) throws {
    for code in leftOut { complain(code.words, try: code.advice) }
    if !leftOut.isEmpty { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// The error of a command that drew nothing; several reasons are listed first.
  func nothingDrawn(_ leftOut: [UndrawnCode], orElse what: String) -> Failure {
    if leftOut.count == 1 { return leftOut[0].failure }
    for code in leftOut { complain(code.words, try: code.advice) }
    return Failure(
      what, because: "none of these \(leftOut.count) codes can be drawn",
      try: "follow the advice above for each card", status: .nothingFound)
  }
}
