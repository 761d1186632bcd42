internal import Cards
internal import Wallet
internal import Wording

/// What became of one uploaded file.
struct ImportAnswer: Encodable, Sendable {
  /// Something to tell about it.
  struct Event: Encodable, Sendable {
    let kind: String
    let words: String
    /// The card that it is about.
    let card: String?

    /// Puts an event into words for a page.
    init(_ event: ImportEvent) {
      let (kind, card): (String, CardID?) =
        switch event {
        case .key: ("key", nil)
        case .failed: ("failed", nil)
        case .noCode: ("none", nil)
        case .photoNotKept(let card, _): ("failed", card.id)
        case .known(let card, _, _), .broughtBack(let card, _): ("known", card.id)
        case .staysRemoved(let card): ("removed", card.id)
        case .staysPurged: ("removed", nil)
        }
      self.kind = kind
      self.card = card?.description
      let sentence = event.words.prefix(1).uppercased() + event.words.dropFirst() + "."
      words = event.advice.map { "\(sentence) Try: \($0)." } ?? sentence
    }
  }

  /// The new drafts.
  let drafts: [String]
  let events: [Event]

  /// The answer to an upload.
  init(_ summary: ImportSummary, _ events: [ImportEvent]) {
    drafts = summary.drafts.flatMap(\.self).map(\.description)
    self.events = events.map(Event.init)
  }
}
