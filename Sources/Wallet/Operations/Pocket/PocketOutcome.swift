package import Sealing

/// What was published as a pocket.
package struct PocketOutcome: Sendable {
  let choice: PocketChoice
  let cardCount: Int
  let pinCount: Int
  /// The names of cards with a code that the page cannot draw.
  package let undrawn: [String]
  let byteCount: Int
  /// Whether its key and words are new.
  package let isNew: Bool
  /// Its key.
  package let key: WrappedKey

  /// What was published, as one line.
  package var words: String {
    let pins =
      pinCount == 0 ? "without PINs" : "with \(pinCount == 1 ? "a PIN" : "\(pinCount) PINs")"
    return "\(choice.words(cardCount)), sealed, \(pins), \((byteCount + 999) / 1_000) KB"
  }

  /// What a person should know once, when the words are new.
  package static let advice = [
    "The words are shown again by --words. Anyone who has them and the address can see these cards.",
    "The seal protects from whoever reads or copies the host. It does not protect from a host that changes the page itself: "
      + "that could take the words.",
  ]

  /// What new words do not undo.
  package static let oldCopies =
    "Copies of the old file stay readable with the old words, wherever somebody kept one."

  /// What a link with the words leaves behind.
  package static let linkLeaves =
    "This link opens the cards by itself. It stays in every chat, mail, clipboard and browser history that it passes through."
}

/// A published pocket as JSON.
package struct PocketReport: Encodable, Sendable {
  let bytes: Int
  let cards: Int
  let newWords: Bool
  let pins: Int
  /// The tags of the cards that it is for; empty for all in use.
  let tags: [String]
  /// The names of cards with a code that the page cannot draw.
  let undrawn: [String]
  /// The six words; only where they are new or were asked for.
  let words: String?
  /// The link that holds them; only where it was asked for.
  let link: String?

  /// Reports what was done.
  package init(_ outcome: PocketOutcome, words: String?, link: String?) {
    bytes = outcome.byteCount
    cards = outcome.cardCount
    newWords = outcome.isNew
    pins = outcome.pinCount
    tags = outcome.choice.tags
    undrawn = outcome.undrawn
    self.words = words
    self.link = link
  }
}

/// What a check of a pocket found, as JSON.
package struct PocketCheckReport: Encodable, Sendable {
  /// The names of files that differ from what was published, or are missing.
  package let differing: [String]
  /// The names of other files there, but those that set up a host.
  package let unknown: [String]
}
