package import Cards

extension Failure {
  /// No card to pick from.
  package static let nothingToPick = Failure(
    "no card was picked", because: "there is none to pick from", try: .listAll,
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
    let meant =
      isShown ? search.commands("show", for: words) : search.names(for: words).map(Advice.prose)
    return Failure(
      "there is no card “\(words)”", because: "no name, id, tag or number matches",
      try: meant ?? .listAll, status: .nothingFound)
  }

  /// Words that match no draft, but another card.
  package static func noDraft(_ words: String, butCard card: Card) -> Failure {
    Failure(
      "there is no draft “\(words)”", because: "the card “\(card.name)” is not a draft",
      try: .run("edit", .card(card)), status: .nothingFound)
  }

  /// Cards that were not found in a vault of which some files cannot be used.
  package static func perhapsLost(_ what: String) -> Failure {
    Failure(
      what, because: "it may be in one of the files that cannot be used",
      try: .run("verify"), status: .damaged)
  }

  /// Words that match several cards where none can be picked.
  package static func severalCards(_ words: String, _ found: [Card]) -> Failure {
    usage("“\(words)” matches \(found.count) cards; pick one", "all of these match", found)
  }

  private static func usage(_ what: String, _ reason: String, _ cards: [Card]) -> Failure {
    // Enough to see which cards can be meant.
    let maxNames = 12
    let names = cards.prefix(maxNames).map { "\($0.shortID)  \($0.name)" }
    let rest = cards.count - names.count
    return usage(
      what,
      because: "\(reason): " + names.joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : ""),
      try: rest > 0
        ? .prose("use the id of one of them").or(.run("list", note: "it shows all"))
        : "use the id of one of them")
  }
}

extension CardSearch {
  /// The names that were perhaps meant: `“Gym”, “Gym two” or “Gymnastics”`.
  ///
  /// - Parameter words: What was typed, and matches no card.
  /// - Returns: At most five names; `nil` if none is near.
  package func names(for words: String) -> String? { Self.alternatives(suggestions(for: words)) }

  /// The commands for the cards that were perhaps meant.
  ///
  /// - Parameters:
  ///   - command: What is to be done with them.
  ///   - words: What was typed, and matches no card.
  /// - Returns: At most three commands; `nil` if no name is near.
  package func commands(_ command: Command.Word..., for words: String) -> Advice? {
    Self.commands(command, named: suggestions(for: words))
  }

  /// The commands for cards with these names; at most three, and `nil` without any.
  static func commands(_ command: [Command.Word], named names: [String]) -> Advice? {
    names.prefix(3).map { Advice.run(command + [.operand($0)]) }.joined
  }

  /// Lists the cards of all states with these tags, or all cards if none has them.
  ///
  /// - Parameters:
  ///   - tags: The tags that were asked for.
  ///   - query: The words to look for.
  /// - Returns: The command, as advice.
  package func listCommand(tags: [String], query: [String] = []) -> Advice {
    let isUsed = cards.contains { card in tags.allSatisfy(card.isTagged(with:)) }
    let options: [Command.Word] = (isUsed ? tags : []).flatMap { tag in
      tag.hasPrefix("-") ? [.text("--tag=\(tag)")] : ["--tag", .text(tag)]
    }
    return .run(["list", "--all"] + options + query.map { .operand($0) })
  }

  /// The names to choose from: `“Gym”, “Gym two” or “Gymnastics”`; `nil` without any.
  static func alternatives(_ names: [String]) -> String? {
    let texts = names.map { "“\($0)”" }
    guard let last = texts.last else { return nil }
    return texts.count == 1 ? last : "\(texts.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension Advice {
  /// To list the cards of all states.
  package static let listAll = run("list", "--all")
}

extension Command.Word {
  /// A card, by its short id.
  package static func card(_ card: Card) -> Command.Word { .card(card.id) }

  /// A card by the beginning of its id.
  package static func card(_ id: CardID) -> Command.Word { .text(id.firstDigits) }
}
