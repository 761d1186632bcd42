package import Cards
internal import VaultFormat
package import VaultStore

/// A person's decision about a draft.
package enum ReviewDecision: Sendable, Hashable {
  /// Accepts the draft as it is now.
  case accept
  /// Replaces the code at this index.
  case correct(Barcode, at: Int)
  /// Saves the changes; it stays a draft.
  case keep
  /// Removes the draft.
  case discard
}

/// A review of drafts; each decision is saved at once, and no lock is held while a person decides.
package struct DraftReview: Sendable {
  /// The vault of the drafts.
  package let vault: Vault
  /// Whether one undo undoes all decisions, and not just the last one.
  private let isOneCommand: Bool

  /// Creates a review.
  ///
  /// - Parameters:
  ///   - vault: The vault of the drafts.
  ///   - isOneCommand: Whether one undo undoes all decisions since `begin`, and not just the last one.
  package init(in vault: Vault, asOneCommand isOneCommand: Bool = false) {
    self.vault = vault
    self.isOneCommand = isOneCommand
  }

  /// Begins the review: what was done before it, such as the import of the drafts, is undone on its own.
  package func begin() async { await vault.beginCommand() }

  private func beginDecision() async {
    if !isOneCommand { await vault.beginCommand() }
  }

  /// The draft with this id, as it is now.
  ///
  /// - Returns: The draft; `nil` if it is gone or was accepted.
  package func draft(_ id: CardID) async -> Card? {
    await vault.card(id).flatMap { $0.isDraft ? $0 : nil }
  }

  /// The card that a queue shows; drafts that are gone or accepted are passed, but an accepted card comes back when a
  /// person goes back to it.
  ///
  /// - Parameter queue: The queue; it moves to the card.
  /// - Returns: The card; `nil` at the end.
  package func card(shownBy queue: inout ReviewQueue) async -> Card? {
    while let id = queue.current {
      let card = queue.isBack ? await vault.card(id) : await draft(id)
      if let card { return card }
      queue.advance()
    }
    return nil
  }

  /// Accepts drafts as they are, but for those whose code is doubtful, in one change that can be undone.
  ///
  /// - Parameters:
  ///   - ids: The drafts.
  ///   - edited: Drafts with what a person typed for them; they are accepted in any case.
  /// - Returns: The cards that were accepted.
  /// - Throws: `WalletError.partialCode` or `.text(.neverValid)` if one of `edited` cannot be accepted yet, or
  ///   `.vault`.
  package func acceptSure(
    _ ids: [CardID], with edited: [Card] = []
  ) async throws(WalletError) -> [Card] {
    await beginDecision()
    var cards: [Card] = []
    for var card in edited {
      guard !card.hasPartialCode else { throw .partialCode }
      try card.checkDates()
      card.review = .accepted
      cards.append(card)
    }
    let typed = Set(edited.map(\.id))
    for id in ids where !typed.contains(id) {
      guard var card = await draft(id), card.review == .draft else { continue }
      card.review = .accepted
      cards.append(card)
    }
    let accepted = cards
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save(accepted) }
    return accepted
  }

  /// The century of dates in a code does not matter for its tags.
  private static let anyYear = 2000

  /// The drafts that were found on the same photo as the one that a queue shows.
  ///
  /// - Returns: The drafts; cards that were accepted are left alone.
  package func siblings(in queue: ReviewQueue) async -> [Card] {
    var drafts: [Card] = []
    for id in queue.siblings {
      if let draft = await draft(id), draft.id == id { drafts.append(draft) }
    }
    return drafts
  }

  /// Tags that a draft may get: those of a similar card.
  ///
  /// - Returns: The tags; none where no card is similar.
  package func suggestedTags(for card: Card) async -> [String] {
    guard let code = card.codes.first else { return [] }
    return DraftSuggestion(
      for: code, from: "-", number: nil, among: await vault.cards, year: Self.anyYear
    ).tags
  }

  /// Joins several cards found on one picture; they stay one card if the picture is imported again, even on another
  /// device.
  ///
  /// - Returns: The card with all codes.
  /// - Throws: `WalletError.vault`.
  package func join(_ first: Card, with others: some Sequence<Card>) async throws(WalletError)
    -> Card
  {
    await beginDecision()
    var card = first
    for other in others {
      let whole = card.joined(with: other)
      let made = try await WalletError.wrapping { () throws(VaultError) in
        try await vault.join(other.id, into: whole)
      }
      if let made { card = made }
    }
    return card
  }

  /// Joins the other drafts of a draft's photo into it.
  ///
  /// - Parameters:
  ///   - card: The draft.
  ///   - queue: The queue that shows it; the others leave it.
  /// - Returns: The card with all codes.
  /// - Throws: `WalletError.vault`.
  package func join(
    _ card: Card, withSiblingsIn queue: inout ReviewQueue
  ) async throws(WalletError) -> Card {
    let siblings = await siblings(in: queue)
    let whole = try await join(card, with: siblings)
    queue.remove(siblings.map(\.id))
    return whole
  }

  /// Carries out a decision about one draft.
  ///
  /// - Returns: The card as it is now; `nil` if it was removed.
  /// - Throws: `WalletError.partialCode` for a draft that cannot be accepted yet, `.text(.neverValid)` for dates that
  ///   exclude each other, `.undrawable` or `.codeTaken` for a corrected code, `.vault`.
  package func decide(
    _ decision: ReviewDecision, on card: Card
  ) async throws(WalletError) -> Card? {
    var card = card
    await beginDecision()
    switch decision {
    case .accept:
      guard !card.hasPartialCode else { throw .partialCode }
      try card.checkDates()
      card.review = .accepted
    case .correct(let barcode, let index):
      try await vault.check(barcode, for: card.id)
      if card.codes.indices.contains(index) {
        card.codes[index] = barcode
      } else {
        // A code that only a newer program knows is not among them.
        card.codes.append(barcode)
      }
    case .keep: try card.checkDates()
    case .discard:
      try await WalletError.wrapping { () throws(VaultError) in try await vault.remove([card.id]) }
      return nil
    }
    let changed = card
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save([changed]) }
    return changed
  }
}
