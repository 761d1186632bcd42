internal import Cards
internal import ReaderLink
internal import Wallet
internal import WalletFiles

/// The outcome of one uploaded file.
struct ImportAnswer: Encodable, Sendable {
  /// Something to report about it.
  struct Event: Encodable, Sendable {
    /// The kind of event; after `failed`, the same file may succeed the next time, but not after `refused`.
    let kind: String
    let words: String
    /// The card that it is about.
    let card: String?

    /// Puts an event into words for a page.
    init(_ event: ImportEvent) {
      let (kind, card): (String, CardID?) =
        switch event {
        case .key: ("key", nil)
        case .failed(.refused): ("refused", nil)
        case .failed: ("failed", nil)
        case .noCode: ("none", nil)
        case .photoNotKept(let card, _): ("failed", card.id)
        case .known(let card, _, _), .broughtBack(let card, _): ("known", card.id)
        case .staysRemoved(let card): ("removed", card.id)
        }
      self.kind = kind
      self.card = card?.description
      words = Self.sentences(event.words, event.advice)
    }

    /// Puts into words why another wallet's file cannot be read.
    init(_ problem: ForeignProblem) {
      kind = problem == .unopenable ? "failed" : "refused"
      card = nil
      words = Self.sentences(problem.words, problem.advice)
    }

    private static func sentences(_ what: String, _ advice: String?) -> String {
      let sentence = what.prefix(1).uppercased() + what.dropFirst() + "."
      return advice.map { "\(sentence) Try: \($0)." } ?? sentence
    }
  }

  /// The new drafts.
  let drafts: [String]
  let events: [Event]
  /// The cards to choose from, if it was another wallet's file.
  let preview: ForeignAnswer?

  /// The answer to an upload.
  init(_ summary: ImportSummary, _ events: [ImportEvent]) {
    drafts = summary.drafts.flatMap(\.self).map(\.description)
    self.events = events.map { Event($0) }
    preview = nil
  }

  /// The answer to another wallet's file, of which nothing has been stored yet.
  init(_ preview: ForeignAnswer) {
    drafts = []
    events = []
    self.preview = preview
  }

  /// The answer to another wallet's file that cannot be read.
  init(_ problem: ForeignProblem) {
    drafts = []
    events = [Event(problem)]
    preview = nil
  }
}
