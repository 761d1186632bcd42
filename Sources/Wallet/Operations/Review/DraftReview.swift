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
  /// Where the photos of drafts are, as far as that is known.
  private let photos: [CardID: DraftPhoto]
  /// What was decided, the last one last.
  private var decisions: [Decision] = []
  /// How many drafts it discarded or joined.
  package private(set) var goneCount = 0

  /// A decision that can be taken back.
  private struct Decision {
    let action: ReviewAction
    /// The queue, the changed cards and what was typed for them, as they were before.
    let queue: ReviewQueue
    var cards: [Card]
    let typed: [CardID: [ReviewField: String]]
    /// What the person was told.
    let words: String
    /// The changed cards that were there afterwards, as they were then.
    var after: [CardID: Card]
  }

  /// Begins a review.
  ///
  /// - Parameters:
  ///   - queue: The drafts.
  ///   - all: The vault's cards.
  ///   - photos: Where the drafts' photos are, as far as that is known.
  package init(_ queue: ReviewQueue, of all: [Card], photos: [CardID: DraftPhoto] = [:]) {
    self.queue = queue
    self.photos = photos
    ids = queue.ids
    refresh(all)
  }

  /// Learns what the vault has now: drafts that are gone or accepted are passed, but an accepted card is shown when a
  /// person goes back to it.
  ///
  /// - Parameter all: The vault's cards.
  package mutating func refresh(_ all: [Card]) {
    learn(all)
    while let id = queue.current, queue.isBack ? cards[id] == nil : cards[id]?.isDraft != true {
      queue.advance()
    }
    suggestedTags = card.map { Self.tags(of: $0, among: all) } ?? []
  }

  /// Learns what the vault has now, and shows the same draft.
  private mutating func learn(_ all: [Card]) {
    let ids = Set(ids)
    cards = Dictionary(
      all.filter { ids.contains($0.id) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Learns what the vault has after an action was carried out in it; `before` is the review before that.
  mutating func learnResult(_ all: [Card], since before: DraftReview) {
    guard decisions.count > before.decisions.count, let last = decisions.indices.last else {
      return
    }
    learn(all)
    for id in decisions[last].after.keys { decisions[last].after[id] = cards[id] }
  }

  /// Learns what the vault has before the last decision is taken back.
  ///
  /// - Returns: A card that the decision left there and that is gone now; the decision on those is forgotten, and the rest
  ///   can be taken back next.
  mutating func learnBeforeUndo(_ all: [Card]) -> Card? {
    learn(all)
    guard let last = decisions.indices.last else { return nil }
    let gone = decisions[last].after.values.filter { cards[$0.id] == nil }
    for card in gone { decisions[last].after[card.id] = nil }
    decisions[last].cards.removeAll { before in gone.contains { $0.id == before.id } }
    if decisions[last].cards.isEmpty { decisions.removeLast() }
    return gone.min { $0.id < $1.id }
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
    var next = self
    var effects: [ReviewEffect]
    switch (action, card) {
    case (.undo, _):
      effects = try next.undo()
    case (.quit, nil): return [.quit]
    case (_, nil): return []
    case (_, let card?):
      effects = try next.take(action, on: card)
      next.note(action, effects, after: self)
    }
    self = next
    return effects
  }

  /// Remembers a decision, so that it can be taken back.
  private mutating func note(
    _ action: ReviewAction, _ effects: [ReviewEffect], after before: DraftReview
  ) {
    switch action {
    case .accept, .join, .discard, .acceptSure, .acceptNamed, .code: break
    case .correct, .skip, .back, .undo, .open, .quit, .type, .set:
      return
    }
    let changed = Set(effects.flatMap(\.changed))
    let cards = changed.compactMap { before.cards[$0] }
    if cards.isEmpty { return }
    decisions.append(
      Decision(
        action: action, queue: before.queue, cards: cards.sorted { $0.id < $1.id },
        typed: before.typed, words: effects.words,
        after: self.cards.filter { changed.contains($0.key) }))
  }

  /// Takes the last decision back, and shows its draft again: what else was changed in these cards meanwhile stays.
  private mutating func undo() throws(WalletError) -> [ReviewEffect] {
    guard let decision = decisions.popLast() else { return [.say("There is nothing to undo.")] }
    var effects: [ReviewEffect] = []
    if let card, !decision.cards.contains(where: { $0.id == card.id }) { effects = try kept(card) }
    queue = decision.queue
    var back: [Card] = []
    var isOther = false
    for before in decision.cards {
      let (now, after) = (cards[before.id], decision.after[before.id])
      // What was typed since stays typed; a text from before must not hide what the field got since.
      typed[before.id] =
        typed[before.id]
        ?? decision.typed[before.id]?.filter { field, _ in
          guard let now, let after else { return true }
          return field.text(of: now) == field.text(of: after)
        }
      if after == nil { goneCount -= 1 }
      guard let now else {
        back.append(before)
        continue
      }
      // Without what it was afterwards, somebody else brought it back.
      var card = after.map { now.reverting($0, to: before) } ?? now
      back.append(card)
      (card.added, card.changed, card.lastUsed) = (before.added, before.changed, before.lastUsed)
      isOther = isOther || card != before
    }
    for card in back { cards[card.id] = card }
    let stays = isOther ? " What was changed since stays." : ""
    return effects + [.putBack(back), .say("Undone: “\(decision.words)”\(stays)")]
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
    case .correct: return try kept(card) + [.askForCode]
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
        return try kept(card) + [.say("No other code was found on this photo.")]
      }
      let whole = others.reduce(card) { $0.joined(with: $1) }
      remove(others.map(\.id))
      cards[card.id] = whole
      return [
        .join(card, with: others), .say("Joined: this card has \(whole.codes.count) codes now."),
      ]
    case .skip:
      let effects = try kept(card)
      let name = cards[card.id]?.name ?? card.name
      queue.advance()
      return effects + [.say("\(card.isDraft ? "Skipped" : "Still accepted"): \(name)")]
    case .back: return try kept(card) + (queue.back() ? [] : [.say("This is the first card.")])
    case .discard:
      guard card.isDraft else { return [.say("This card is accepted. Undo that first.")] }
      remove([card.id])
      return [.remove(card.id), .say("Discarded: \(card.name)")]
    case .acceptSure: return try accept(sureDrafts, from: card)
    case .acceptNamed(let names):
      for (id, name) in names { typed[id, default: [:]][.name] = name }
      return try accept(sureDrafts.filter { names[$0.id] != nil }, from: card)
    case .open:
      return photos[card.id].map { [.open($0)] } ?? [.say("It is not known where its photo is.")]
    case .undo: return []
    case .quit: return try kept(card) + [.quit]
    case .type(let texts):
      type(texts, for: card)
      return []
    case .set(let field, let text):
      type([field: text], for: card)
      let words = field.words(of: try whole(card)).map { [ReviewEffect.say($0)] } ?? []
      return try kept(card, isEntered: true) + words
    }
  }

  /// Accepts sure drafts, also skipped ones, each with what was typed for it.
  private mutating func accept(
    _ drafts: [Card], from card: Card
  ) throws(WalletError) -> [ReviewEffect] {
    var accepted: [Card] = []
    for draft in drafts {
      if draft.id == card.id, typed[draft.id] != nil || filled != nil {
        accepted.append(try self.accepted(draft))
      } else if let whole = try? self.accepted(draft) {
        // Another one whose text is not valid, such as a date, stays a draft.
        accepted.append(whole)
      }
    }
    settle(accepted)
    var effects: [ReviewEffect] = []
    if card.isDraft, !accepted.contains(where: { $0.id == card.id }) {
      // It still needs a decision.
      effects = try kept(card)
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
    try card.checkIsWhole(from: draft)
    card.name = try CardText.name(card.name)
    try card.checkDates()
    card.review = .accepted
    return card
  }

  /// Saves what was typed for a draft that is neither accepted nor discarded, so that nothing is lost, however the review
  /// ends; `isEntered` if it was entered by itself, which changes an accepted card, too.
  ///
  /// - Throws: `WalletError.text` for dates that a page filled in; what is typed and not valid yet stays typed.
  private mutating func kept(
    _ card: Card, isEntered: Bool = false
  ) throws(WalletError) -> [ReviewEffect] {
    if let filled {
      try filled.checkDates()
      return [.save([filled])]
    }
    guard card.isDraft || isEntered, let changes = typed[card.id] else { return [] }
    // Nothing is left to accept.
    if !card.isDraft { typed[card.id] = nil }
    var kept = card
    for (field, text) in changes {
      var next = kept
      if (try? field.set(text, on: &next)) != nil, (try? next.checkDates()) != nil { kept = next }
    }
    if kept == card { return [] }
    cards[card.id] = kept
    return [.save([kept])]
  }

  private mutating func settle(_ accepted: [Card]) {
    for card in accepted { (cards[card.id], typed[card.id]) = (card, nil) }
  }

  private mutating func remove(_ gone: [CardID]) {
    goneCount += gone.count
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
      case .discard: card?.isDraft == true
      case .back: queue.position > 0
      case .acceptSure: !sureDrafts.isEmpty
      case .undo: !decisions.isEmpty
      case .open: photo != nil
      default: true
      }
    }
  }

  /// The cards that were accepted.
  package var accepted: [Card] { ids.compactMap { cards[$0] }.filter { !$0.isDraft } }

  /// Where the photo of the shown draft is; `nil` if that is not known.
  package var photo: DraftPhoto? { queue.current.flatMap { photos[$0] } }

  /// The draft after the shown one, and where its photo is.
  package var next: (card: Card, photo: DraftPhoto?)? {
    let index = queue.position + 1
    guard queue.ids.indices.contains(index), let card = cards[queue.ids[index]] else { return nil }
    return (card, photos[card.id])
  }

  /// Whether the last draft was discarded, which nobody could take back here once the review has ended.
  package var endsWithDiscard: Bool {
    guard card == nil, let last = decisions.last, last.action == .discard else { return false }
    return last.queue.current == last.queue.ids.last
  }

  /// What the person was told about the last decision.
  package var lastWords: String { decisions.last?.words ?? "" }

  /// The cards for which something was typed that was not accepted: drafts that have kept it, by name, or others with what
  /// was typed, as it is not valid, or the card is accepted already or gone.
  package func typed(kept isKept: Bool) -> [String] {
    ids.compactMap { id in
      guard let changes = typed[id] else { return nil }
      let card = cards[id]
      let isHeld =
        card?.isDraft == true
        && changes.allSatisfy { field, text in
          guard let card else { return false }
          var next = card
          return (try? field.set(text, on: &next)) != nil && next == card
        }
      guard isHeld == isKept else { return nil }
      let name = card?.name ?? changes[.name] ?? "a removed draft"
      if isKept { return "“\(name)”" }
      let texts = ReviewField.allCases.compactMap { field in
        changes[field].map { "\(field.rawValue): \($0)" }
      }
      return "“\(name)” (\(texts.joined(separator: "; ")))"
    }
  }
}
