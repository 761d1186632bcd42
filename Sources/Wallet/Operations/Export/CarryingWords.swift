internal import Cards
internal import Drawing

extension UndrawnCode {
  /// Why the card was left out, as the part of a sentence that follows “because”.
  package var because: String {
    switch reason {
    case .nothingToShow: "it has neither a code nor a number"
    case .partial: "digits of its code are missing"
    case .drawing(let error): error.reason
    }
  }

  /// The same on one line.
  package var words: String { "“\(card.name.printable)” was left out: \(because)" }

  /// What to do about it, on the command line.
  package var advice: String {
    switch reason {
    case .nothingToShow: "cardvault edit \(card.shortID) --code -"
    case .partial: "cardvault review \(card.shortID)"
    case .drawing(.tooFine): "cardvault show \(card.shortID) --output card.pdf"
    case .drawing: "cardvault show \(card.shortID), and compare the number with the card"
    }
  }

  /// The error where nothing else is drawn.
  package var failure: Failure {
    Failure(
      "“\(card.name.printable)” was not drawn", because: because, try: advice,
      onPage: "open the card, and edit it or show it on a large screen", status: .nothingFound)
  }
}

/// Cards that were drawn to carry along, in words.
package enum CarryingWords {
  /// For example `12 cards on 2 pages`.
  package static func pages(cardCount: Int, pageCount: Int) -> String {
    "\(cardCount) \(cardCount == 1 ? "card" : "cards") on "
      + "\(pageCount) \(pageCount == 1 ? "page" : "pages")"
  }

  /// What anyone who gets such a file can do with it.
  package static let notSealed =
    "Not sealed: anyone who gets a copy can use the cards. No PINs are included."
}
