package import Cards

/// A review of drafts: which one is shown, what a person typed, and what each action means in that state.
///
/// It knows no vault and no terminal: `take` answers the effects of an action, and full screens, lines and pages show the
/// state in their own ways.
package struct DraftReview: Sendable {
  /// The drafts, and which one is shown.
  package private(set) var queue: ReviewQueue
  /// All cards that it began with, also those that left the queue.
  private let ids: [CardID]
  /// Of these, what the vault has.
  private var cards: [CardID: Card] = [:]
  /// What was typed for drafts, kept until they are accepted or discarded; it may be unfinished.
  private var typed: [CardID: [ReviewField: String]] = [:]
  /// Tags of a similar card, for a draft that has none.
  package private(set) var suggestedTags: [String] = []
  /// The shown draft as a page filled it in: as a page remembers nothing, each action saves it.
  private var filled: Card?

  /// Begins a review.
  ///
  /// - Parameters:
  ///   - queue: The drafts.
  ///   - all: The vault's cards.
  package init(_ queue: ReviewQueue, of all: [Card]) {
    self.queue = queue
    ids = queue.ids
    refresh(all)
  }

  /// Learns what the vault has now: drafts that are gone or accepted are passed, but an accepted card is shown when a
  /// person goes back to it.
  ///
  /// - Parameter all: The vault's cards.
  package mutating func refresh(_ all: [Card]) {
    let ids = Set(ids)
    cards = Dictionary(
      all.filter { ids.contains($0.id) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    while let id = queue.current, queue.isBack ? cards[id] == nil : cards[id]?.isDraft != true {
      queue.advance()
    }
    suggestedTags = card.map { Self.tags(of: $0, among: all) } ?? []
  }

  /// Fills the shown draft in, as a page does with all its fields at once.
  package mutating func fill(_ card: Card) {
    cards[card.id] = card
    (filled, suggestedTags) = (card, [])
  }

  /// Takes an action.
  ///
  /// - Returns: What follows from it, in order.
  /// - Throws: `WalletError` if it is refused: `.partialCode` for a draft that cannot be accepted yet, `.text` or
  ///   `.keyTyped` for what was typed. Then nothing changes.
  package mutating func take(_ action: ReviewAction) throws(WalletError) -> [ReviewEffect] {
    if action == .quit { return [.quit] }
    guard let card else { return [] }
    var next = self
    let effects = try next.take(action, on: card)
    self = next
    return effects
  }

  private mutating func take(
    _ action: ReviewAction, on card: Card
  ) throws(WalletError) -> [ReviewEffect] {
    switch action {
    case .accept:
      let accepted = try accepted(card)
      settle([accepted])
      queue.advance()
      return [.save([accepted]), .say("Accepted: \(accepted.name)")]
    case .correct: return [.askForCode]
    case .code(let barcode, let index):
      var corrected = card
      if corrected.codes.indices.contains(index) {
        corrected.codes[index] = barcode
      } else {
        // A code that only a newer program knows is not among them.
        corrected.codes.append(barcode)
      }
      cards[card.id] = corrected
      return [.check(barcode, for: card.id), .save([corrected]), .say("Corrected.")]
    case .join:
      // Joined to an accepted card, a doubtful code would count as compared.
      guard card.isDraft else { return [.say("This card is accepted. Join its drafts first.")] }
      let others = siblings
      guard !others.isEmpty else {
        return try kept + [.say("No other code was found on this photo.")]
      }
      let whole = others.reduce(card) { $0.joined(with: $1) }
      remove(others.map(\.id))
      cards[card.id] = whole
      return [
        .join(card, with: others), .say("Joined: this card has \(whole.codes.count) codes now."),
      ]
    case .skip:
      queue.advance()
      return try kept + [.say("\(card.isDraft ? "Skipped" : "Still accepted"): \(card.name)")]
    case .back: return try kept + (queue.back() ? [] : [.say("This is the first card.")])
    case .discard:
      remove([card.id])
      return [.remove(card.id), .say("Discarded: \(card.name)")]
    case .acceptSure: return try acceptSure(from: card)
    case .quit: return [.quit]
    case .type(let texts):
      type(texts, for: card)
      return []
    case .set(let field, let text):
      type([field: text], for: card)
      return field.words(of: try whole(card)).map { [.say($0)] } ?? []
    }
  }

  /// Accepts all sure drafts, also skipped ones, each with what was typed for it.
  private mutating func acceptSure(from card: Card) throws(WalletError) -> [ReviewEffect] {
    var accepted: [Card] = []
    for draft in sureDrafts {
      if draft.id == card.id, typed[draft.id] != nil || filled != nil {
        accepted.append(try self.accepted(draft))
      } else if let whole = try? self.accepted(draft) {
        // Another one whose text is not valid, such as a date, stays a draft.
        accepted.append(whole)
      }
    }
    settle(accepted)
    var effects: [ReviewEffect] = []
    if card.review == .doubtfulDraft {
      // It still needs a decision.
      effects = try kept
    } else {
      queue.advance()
    }
    guard !accepted.isEmpty else { return effects + [.say("No sure drafts to accept.")] }
    let words = "Accepted \(accepted.count) sure \(accepted.count == 1 ? "draft" : "drafts")."
    return effects + [.save(accepted), .say(words)]
  }

  /// A draft as an accepted card, with what was typed.
  private func accepted(_ draft: Card) throws(WalletError) -> Card {
    var card = try whole(draft)
    guard !card.hasPartialCode else { throw .partialCode(card.id) }
    card.name = try CardText.name(card.name)
    try card.checkDates()
    card.review = .accepted
    return card
  }

  /// Saves what a page filled in, if the draft is neither accepted nor discarded.
  private var kept: [ReviewEffect] {
    get throws(WalletError) {
      guard let filled else { return [] }
      try filled.checkDates()
      return [.save([filled])]
    }
  }

  private mutating func settle(_ accepted: [Card]) {
    for card in accepted { (cards[card.id], typed[card.id]) = (card, nil) }
  }

  private mutating func remove(_ gone: [CardID]) {
    for id in gone { (cards[id], typed[id]) = (nil, nil) }
    queue.remove(gone)
  }

  /// Remembers texts; one that the draft has anyway does not count as typed.
  private mutating func type(_ texts: [ReviewField: String], for card: Card) {
    var changes = typed[card.id] ?? [:]
    for (field, text) in texts { changes[field] = text == offered(field, of: card) ? nil : text }
    typed[card.id] = changes.isEmpty ? nil : changes
  }

  /// What a field has before anything is typed.
  private func offered(_ field: ReviewField, of card: Card) -> String {
    field == .tags && card.tags.isEmpty && card.id == queue.current
      ? suggestedTags.joined(separator: ", ") : field.text(of: card)
  }

  /// A draft with what was typed for it, and suggested tags if they are shown.
  private func whole(_ draft: Card) throws(WalletError) -> Card {
    var card = draft
    for field in ReviewField.allCases {
      let offered = offered(field, of: draft)
      let text = typed[draft.id]?[field] ?? offered
      if text != field.text(of: draft) { try field.set(text, on: &card) }
    }
    return card
  }

  /// The century of dates in a code does not matter for its tags.
  private static let anyYear = 2000

  private static func tags(of card: Card, among all: [Card]) -> [String] {
    guard card.tags.isEmpty, let code = card.codes.first else { return [] }
    return DraftSuggestion(for: code, from: "-", number: nil, among: all, year: anyYear).tags
  }
}

extension DraftReview {
  /// The shown draft as the vault has it; `nil` at the end.
  package var card: Card? { queue.current.flatMap { cards[$0] } }

  /// The shown draft as it would be accepted; what is not valid yet is left out.
  package var typedCard: Card? { card.map { (try? whole($0)) ?? $0 } }

  /// What a form has for the shown draft in a field.
  package func text(_ field: ReviewField) -> String {
    card.map { typed[$0.id]?[field] ?? offered(field, of: $0) } ?? ""
  }

  /// Whether something was typed for the shown draft.
  package var isTyped: Bool { queue.current.map { typed[$0] != nil } ?? false }

  /// The other drafts of its photo.
  package var siblings: [Card] { queue.siblings.compactMap { cards[$0] }.filter(\.isDraft) }

  /// The drafts that were read for sure.
  private var sureDrafts: [Card] {
    queue.ids.compactMap { cards[$0] }.filter { $0.review == .draft }
  }

  /// The keys that do something now.
  package var keys: [ReviewKey] {
    ReviewKey.all.filter { key in
      switch key.action {
      case .join: card?.isDraft == true && !siblings.isEmpty
      case .back: queue.position > 0
      case .acceptSure: !sureDrafts.isEmpty
      default: true
      }
    }
  }

  /// The cards that were accepted.
  package var accepted: [Card] { ids.compactMap { cards[$0] }.filter { !$0.isDraft } }

  /// How many drafts were discarded or joined.
  package var goneCount: Int { ids.count { cards[$0] == nil } }

  /// The names of drafts for which something was typed that was not accepted.
  package var unacceptedNames: [String] {
    queue.ids.compactMap { id in
      guard let changes = typed[id], let card = cards[id], card.isDraft else { return nil }
      return changes[.name].flatMap { $0.isEmpty ? nil : $0 } ?? card.name
    }
  }
}
