package import Cards

/// What a person does in a review, whether with a key, a typed command or a button.
package enum ReviewAction: Sendable, Hashable {
  /// Keep the shown draft as a card, with what was typed.
  case accept
  /// Change a code of it.
  case correct
  /// Make one card of it and the other drafts of its photo.
  case join
  /// Go to the next draft, or to the one before.
  case skip, back
  /// Remove it.
  case discard
  /// Take the last decision of this review back.
  case undo
  /// Look at the photo that it was read from.
  case open
  /// Accept all drafts that were read for sure.
  case acceptSure
  /// Of these drafts, accept those that were read for sure, each under the name that a person saw beside it.
  case acceptNamed([CardID: String])
  /// Leave the other drafts for later.
  case quit

  /// A form has these texts, which may be unfinished.
  case type([ReviewField: String])
  /// A field gets a text, which is refused if it is not valid.
  case set(ReviewField, String)
  /// The code at this index is replaced.
  case code(Barcode, at: Int)
}

/// How an action is asked for: by a key on a full screen, by a command line by line, by its name on a page.
package struct ReviewKey: Sendable {
  /// What it does.
  package let action: ReviewAction
  /// The keys on a full screen; the first one is shown.
  package let keys: [String]
  /// The commands, typed after a slash; the first one is shown, and pages send it.
  package let commands: [String]
  /// What it does, in the words of a hint.
  package let words: String

  private init(_ action: ReviewAction, _ keys: [String], _ commands: [String], _ words: String) {
    (self.action, self.keys, self.commands, self.words) = (action, keys, commands, words)
  }

  /// All keys, in the order in which they are shown.
  package static let all = [
    ReviewKey(.accept, ["Enter"], ["accept"], "accept"),
    ReviewKey(.correct, ["Ctrl-B"], ["code", "c"], "correct"),
    ReviewKey(.join, ["Ctrl-T", "F3"], ["join", "j"], "join"),
    ReviewKey(.skip, ["Ctrl-N"], ["skip", "s"], "skip"),
    ReviewKey(.back, ["Ctrl-P"], ["back", "b"], "back"),
    ReviewKey(.discard, ["Ctrl-D"], ["discard", "d"], "discard"),
    ReviewKey(.acceptSure, ["Ctrl-G"], ["all", "a"], "accept all sure"),
    ReviewKey(.quit, ["Esc", "Ctrl-Q"], ["quit", "q"], "quit"),
    ReviewKey(.undo, ["Ctrl-R"], ["undo", "u"], "undo"),
    ReviewKey(.open, ["Ctrl-O"], ["open", "o"], "open photo"),
  ]

  /// The action with this command; `nil` if there is none.
  package static func action(of command: String) -> ReviewAction? {
    all.first { $0.commands.contains(command) }?.action
  }
}

/// A field that a review asks for.
package enum ReviewField: String, CaseIterable, Sendable {
  case name = "Name"
  case tags = "Tags"
  case expires = "Expires"
  case oneTime = "One-time"

  /// The fields of a form, in order.
  package static let form = [name, tags, expires]

  /// The command that sets it line by line, typed after a slash; `nil` for the name, which is typed without one.
  package var command: String? {
    switch self {
    case .name: nil
    case .tags: "tags"
    case .expires: "expires"
    case .oneTime: "once"
    }
  }

  /// What a card has there.
  package func text(of card: Card) -> String {
    switch self {
    case .name: card.name
    case .tags: card.tags.joined(separator: ", ")
    case .expires: card.expires?.description ?? ""
    case .oneTime: card.isOneTime ? "yes" : "no"
    }
  }

  /// Sets it as typed.
  func set(_ text: String, on card: inout Card) throws(WalletError) {
    switch self {
    case .name: card.name = try CardText.name(text)
    case .tags: card.tags = text.allSatisfy(\.isWhitespace) ? [] : try CardText.tags([text])
    case .expires: card.expires = try CardText.lastDay(text)
    case .oneTime: card.isOneTime = text == "yes"
    }
  }

  /// What a card has there, as an answer to the person who set it; `nil` for the name, which is asked for by itself.
  func words(of card: Card) -> String? {
    switch self {
    case .name: nil
    case .tags: "Tags: \(card.tags.isEmpty ? "none" : text(of: card))"
    case .expires: "Expires: \(card.expires?.description ?? "never")"
    case .oneTime: card.isOneTime ? "One-time card." : "Not a one-time card."
    }
  }
}
