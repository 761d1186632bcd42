package import Cards
internal import VaultFormat
package import VaultStore

/// What a person decides on a draft.
package enum ReviewDecision: Sendable, Hashable {
  /// It is right as it is now.
  case accept
  /// Its code at this place is another one.
  case correct(Barcode, at: Int)
  /// It stays a draft, as it is now.
  case keep
  /// It waits for another time, as it was.
  case skip
  /// It is no card.
  case discard
}

/// Goes through drafts; each decision is stored at once, and nothing is locked while a person thinks.
package struct DraftReview: Sendable {
  /// Where the drafts are.
  package let vault: Vault

  /// Begins a review.
  ///
  /// - Parameter vault: Where the drafts are.
  package init(in vault: Vault) {
    self.vault = vault
  }

  /// The draft with this id, as it is now.
  ///
  /// - Parameter id: The card's id.
  /// - Returns: The draft; `nil` when it is gone or was accepted.
  package func draft(_ id: CardID) async -> Card? {
    await vault.card(id).flatMap { $0.isDraft ? $0 : nil }
  }

  /// The cards of a group that are still there.
  ///
  /// - Parameter group: The ids of cards that were found together.
  /// - Returns: The cards, in the same order.
  package func cards(of group: [CardID]) async -> [Card] {
    var cards: [Card] = []
    for id in group {
      if let card = await vault.card(id) { cards.append(card) }
    }
    return cards
  }

  /// Makes one card of several that were found together: one card for whoever imports the picture again, also on
  /// another device.
  ///
  /// - Parameters:
  ///   - first: The card that stays.
  ///   - others: The cards that are joined into it.
  /// - Returns: The card with the codes of all.
  /// - Throws: `WalletError.vault`.
  package func join(_ first: Card, with others: some Sequence<Card>) async throws(WalletError)
    -> Card
  {
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

  /// Carries out what was decided on one draft.
  ///
  /// - Parameters:
  ///   - decision: What was decided.
  ///   - card: The draft, with what a person changed on it.
  /// - Returns: The card as it is now; `nil` when it is gone.
  /// - Throws: `WalletError.undrawable` or `.codeTaken` for a corrected code, `.vault`.
  package func decide(
    _ decision: ReviewDecision, on card: Card
  ) async throws(WalletError) -> Card? {
    var card = card
    switch decision {
    case .accept: card.review = .accepted
    case .correct(let barcode, let place):
      try await vault.check(barcode, for: card.id)
      card.codes[place] = barcode
    case .keep: break
    case .skip: return card
    case .discard:
      try await WalletError.wrapping { () throws(VaultError) in try await vault.remove([card.id]) }
      return nil
    }
    let changed = card
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save([changed]) }
    return changed
  }
}
