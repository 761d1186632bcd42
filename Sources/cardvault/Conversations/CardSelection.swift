internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// Finds the one card that a person means, by asking where several match.
struct CardSelection {
  let search: CardSearch
  let console: Console
  /// Whether a card may be picked on a full screen.
  var usesScreens = true
  /// Whether a draft yields to the one accepted card of the same name: at a till, but not for a change.
  var isAtTill = false
  /// Whether the card is to be shown, and nothing else.
  var isShown = false

  /// The one card meant by `words`.
  func card(_ words: String) throws -> Card {
    guard words.contains(where: { !$0.isWhitespace }) else {
      if search.cards.isEmpty { throw Failure.nothingToPick }
      guard console.isInteractive else { throw Failure.noCardNamed(of: search.cards) }
      return try pick(from: search.cards)
    }
    let found = search.cards(meantBy: words)
    if found.count == 1 { return found[0] }
    let accepted = found.filter { !$0.isDraft }
    if isAtTill, accepted.count == 1, Set(found.map { Folding.folded($0.name) }).count == 1 {
      return accepted[0]
    }
    if found.isEmpty { throw Failure.noCard(words, in: search, isShown: isShown) }
    guard console.isInteractive else { throw Failure.severalCards(words, found) }
    return try pick(from: found)
  }
}

extension Vault {
  /// The one card meant by `words`, after warning of what may keep it from being found.
  ///
  /// - Throws: `Failure` when no card, or no single one, is meant.
  nonisolated func card(
    meant words: String, among some: [Card]? = nil, isAtTill: Bool = false, isShown: Bool = false,
    _ console: Console
  ) async throws -> Card {
    let isWarned = await warn(console)
    let search = CardSearch(cards: await cards(among: some), formerIDs: await formerIDs)
    let selection = CardSelection(
      search: search, console: console, isAtTill: isAtTill, isShown: isShown)
    return try await card(words, of: selection, isWarned: isWarned)
  }

  /// The cards meant by several words, each once and in that order, after one warning of what may keep them from being
  /// found.
  ///
  /// Without words, the person picks one.
  nonisolated func cards(
    meant words: [String], isAtTill: Bool = false, _ console: Console
  ) async throws -> [Card] {
    let isWarned = await warn(console)
    let search = CardSearch(cards: await cards, formerIDs: await formerIDs)
    let selection = CardSelection(search: search, console: console, isAtTill: isAtTill)
    var chosen: [Card] = []
    for word in words.isEmpty ? [""] : words {
      let card = try await card(word, of: selection, isWarned: isWarned)
      if !chosen.contains(where: { $0.id == card.id }) { chosen.append(card) }
    }
    return chosen
  }

  /// All cards that match any of several queries, or all without any.
  nonisolated func cards(matchingAny queries: [String]) async throws -> [Card] {
    do throws(ExportRefusal) {
      return try CardSearch(cards: await cards).cards(matchingAny: queries)
    } catch {
      guard case .noCard(let query) = error else { throw error }
      throw error.failure.or(await removed(meantBy: query))
    }
  }

  /// The one card meant by `words`, also among those that were removed.
  nonisolated func cardOrRemoved(meant words: String, _ console: Console) async throws
    -> Card
  {
    let search = CardSearch(
      cards: await cards, removed: await removedCards, formerIDs: await formerIDs)
    return try CardSelection(search: search, console: console).card(words)
  }

  private func cards(among some: [Card]?) -> [Card] { some ?? cards }

  /// The one card that a selection finds; a missing one may have been removed, or be in a file that a warning named.
  private nonisolated func card(
    _ words: String, of selection: CardSelection, isWarned: Bool
  ) async throws -> Card {
    do {
      return try selection.card(words)
    } catch let failure as Failure where failure.status == .nothingFound {
      if let removed = await removed(meantBy: words) { throw failure.or(removed) }
      throw isWarned ? Failure.perhapsLost(failure.what) : failure
    }
  }
}

extension CardSelection {
  /// Lets the person pick a card: on a full screen by typing and arrows, elsewhere by a number.
  ///
  /// Usable cards come first, and among them favourites, as in a list.
  func pick(from found: [Card]) throws -> Card {
    let today = try CalendarDate.today()
    let sorted = CardOrder.name.sorted(found)
    let isUsable = { (card: Card) in card.state(on: today) == .active }
    let found = sorted.filter(isUsable) + sorted.filter { !isUsable($0) }
    guard usesScreens, var screen = console.fullScreen(toAsk: true) else {
      return try pickByNumber(from: found, today)
    }
    let search = CardSearch(cards: found)
    var picker = Picker(
      title: "Which card?",
      rows: found.map { card in
        let details = [
          card.maskedNumber, card.note(on: today), card.tags.joined(separator: " "), card.shortID,
        ]
        return Picker.Row(
          (card.isFavourite ? "★ " : "") + card.name,
          detail: details.filter { !$0.isEmpty }.joined(separator: "  "))
      },
      find: { search.indices(matching: $0) })
    do throws(ScreenError) {
      if let index = try screen.show(&picker) { return found[index] }
    } catch {
      throw error.failure
    }
    throw Failure(
      "no card was picked", because: "you pressed Escape", try: .run("list"),
      status: .interrupted)
  }

  private func pickByNumber(from found: [Card], _ today: CalendarDate) throws -> Card {
    for (index, card) in found.enumerated() {
      let note = card.note(on: today)
      console.say(
        "\(index + 1)  \(card.name)  \(card.shortID)\(note.isEmpty ? "" : "  \(note)")\n")
    }
    while true {
      guard let answer = console.answer(to: Question.card) else {
        throw Failure.usage("no card was picked", because: "the input ended", try: .run("list"))
      }
      if let number = Int(answer), (1...found.count).contains(number) { return found[number - 1] }
      let meant = CardSearch(cards: found).cards(meantBy: answer)
      if meant.count == 1 { return meant[0] }
      if meant.count > 1, meant.count < found.count { return try pickByNumber(from: meant, today) }
      console.say("Type a number from 1 to \(found.count), or words of its name.\n")
    }
  }
}

extension Card {
  /// How it differs from a usable card; empty for an ordinary one.
  fileprivate func note(on today: CalendarDate) -> String {
    listNote(on: today, conflicts: 0, isDuplicate: false)
  }
}
