package import Cards
internal import VaultFormat
package import VaultStore

/// What follows from an action in a review.
package enum ReviewEffect: Sendable, Hashable {
  /// Save these cards in one change.
  case save([Card])
  /// Make sure that no other card has this code, before it is saved.
  case check(Barcode, for: CardID)
  /// Join drafts into a card; they stay one card if their photo is imported again, even on another device.
  case join(Card, with: [Card])
  /// Remove the card.
  case remove(CardID)
  /// Make cards as they were: removed ones come back, and those that were joined are separated.
  case putBack([Card])
  /// Open a photo outside of the terminal.
  case open(DraftPhoto)
  /// Tell the person what was done.
  case say(String)
  /// Ask for a code of the shown draft, which comes back as `ReviewAction.code`.
  case askForCode
  /// End the review.
  case quit

  /// Whether it changes the vault.
  package var isChange: Bool {
    switch self {
    case .save, .join, .remove, .putBack: true
    case .check, .open, .say, .askForCode, .quit: false
    }
  }

  /// The cards that it changes.
  var changed: [CardID] {
    switch self {
    case .save(let cards), .putBack(let cards): cards.map(\.id)
    case .join(let card, let others): [card.id] + others.map(\.id)
    case .remove(let id): [id]
    case .check, .open, .say, .askForCode, .quit: []
    }
  }
}

extension DraftReview {
  /// Takes an action, and changes the vault accordingly.
  ///
  /// What is taken back is only what was decided here: what others changed in these cards meanwhile stays.
  ///
  /// - Returns: The effects; what concerns the vault is done.
  /// - Throws: `WalletError` if the action is refused, others changed the draft meanwhile, or the vault cannot be changed;
  ///   then the review stays as it is, but for a decision about a card that others removed, which is forgotten.
  package mutating func take(
    _ action: ReviewAction, in vault: Vault
  ) async throws(WalletError) -> [ReviewEffect] {
    if action == .undo {
      try await WalletError.wrapping { () throws(VaultError) in try await vault.refresh() }
      if let gone = learnBeforeUndo(await vault.cards) { throw await vault.absence(of: gone) }
    }
    var next = self
    let effects = try next.take(action)
    let changed = effects.flatMap(\.changed)
    if !changed.isEmpty { try await vault.checkSeen(changed) }
    for effect in effects { try await Self.carryOut(effect, in: vault) }
    if !changed.isEmpty { next.learnResult(await vault.cards, since: self) }
    self = next
    return effects
  }

  private static func carryOut(
    _ effect: ReviewEffect, in vault: Vault
  ) async throws(WalletError) {
    switch effect {
    case .save(let cards):
      try await WalletError.wrapping { () throws(VaultError) in try await vault.save(cards) }
    case .check(let barcode, let id): try await vault.check(barcode, for: id)
    case .join(let first, let others):
      var card = first
      for other in others {
        let whole = card.joined(with: other)
        let made = try await WalletError.wrapping { () throws(VaultError) in
          try await vault.join(other.id, into: whole)
        }
        if let made { card = made }
      }
    case .remove(let id):
      try await WalletError.wrapping { () throws(VaultError) in try await vault.remove([id]) }
    case .putBack(let cards):
      try await WalletError.wrapping { () throws(VaultError) in try await vault.putBack(cards) }
    case .open, .say, .askForCode, .quit: break
    }
  }
}

extension [ReviewEffect] {
  /// The message for the person.
  package var words: String {
    compactMap { if case .say(let words) = $0 { words } else { nil } }.joined(separator: " ")
  }
}
