package import Cards
internal import Terminal
internal import Wallet

extension CardSelection {
  /// Lets the person pick a card: on a full screen by typing and arrows, elsewhere by a number.
  ///
  /// - Parameter found: The cards to pick from, sorted by name; those that can be used come first, and among them
  ///   favourites, as in a list.
  /// - Returns: The card.
  /// - Throws: `Failure` when none is picked.
  package func pick(from found: [Card]) throws -> Card {
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
      find: { search.places(matching: $0) })
    do throws(ScreenError) {
      if let index = try screen.show(&picker) { return found[index] }
    } catch {
      throw Failure(error)
    }
    throw Failure(
      "no card was picked", because: "you pressed Escape", try: "cardvault list",
      status: .interrupted)
  }

  private func pickByNumber(from found: [Card], _ today: CalendarDate) throws -> Card {
    for (index, card) in found.enumerated() {
      let note = card.note(on: today)
      console.ask(
        "\(index + 1)  \(card.name)  \(card.shortID)\(note.isEmpty ? "" : "  \(note)")\n")
    }
    while true {
      guard let answer = console.answer(to: Question.card) else {
        throw Failure.usage("no card was picked", because: "the input ended", try: "cardvault list")
      }
      if let number = Int(answer), (1...found.count).contains(number) { return found[number - 1] }
      let meant = CardSearch(cards: found).cards(meantBy: answer)
      if meant.count == 1 { return meant[0] }
      if meant.count > 1, meant.count < found.count { return try pickByNumber(from: meant, today) }
      console.ask("Type a number from 1 to \(found.count), or words of its name.\n")
    }
  }
}

extension Card {
  /// What tells it from a card that can be used; empty for an ordinary one.
  fileprivate func note(on today: CalendarDate) -> String {
    listNote(on: today, conflicts: 0, isDuplicate: false)
  }
}
