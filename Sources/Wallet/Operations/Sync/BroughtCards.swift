internal import Cards
internal import VaultFormat
package import VaultStore

/// Brings the cards of one vault into another, such as one that was made by mistake on a second device.
extension Vault {
  /// What happened to another vault's cards.
  package struct BroughtCards: Sendable, Hashable {
    /// How many came.
    package var added = 0
    /// How many were here already, by their codes.
    package var known = 0
  }

  /// Saves the cards of another vault in this one as they are, drafts as drafts; one undo undoes it for all.
  ///
  /// A card whose codes this vault has is skipped. History stays in the other vault.
  ///
  /// - Returns: How many came.
  /// - Throws: `WalletError.vault`; then none came.
  package nonisolated func bring(
    cardsOf other: Vault
  ) async throws(WalletError) -> BroughtCards {
    var brought = BroughtCards()
    var new: [Card] = []
    var codes: Set<[UInt8]> = []
    for card in await other.cards {
      var isKnown = !card.codes.isEmpty
      for code in card.codes where !codes.contains(code.canonicalBytes) {
        if case .held? = await known(code) { continue }
        isKnown = false
      }
      // A card without a code is known by all that it shows.
      if card.codes.isEmpty { isKnown = await holds(card) }
      guard !isKnown else {
        brought.known += 1
        continue
      }
      codes.formUnion(card.codes.map(\.canonicalBytes))
      new.append(try await copy(of: card, from: other))
    }
    brought.added = new.count
    let added = new
    try await WalletError.wrapping { () throws(VaultError) in try await save(added) }
    return brought
  }

  /// Whether a card that shows the same is here.
  private func holds(_ card: Card) -> Bool {
    cards.contains { $0.with(id: card.id) == card.with(id: card.id) }
  }

  /// The card under an id of this vault, with its photos put into this vault.
  private nonisolated func copy(
    of card: Card, from other: Vault
  ) async throws(WalletError) -> Card {
    var generator = SystemRandomNumberGenerator()
    let id =
      card.codes.count == 1 ? await self.id(for: card.codes[0]) : CardID(using: &generator)
    var copy = card.with(id: id)
    for photo in card.photos {
      let kept = try await WalletError.wrapping { () throws(VaultError) -> CardPhoto? in
        guard let file = try await other.file(of: photo) else { return nil }
        return try await store(file, showing: photo.side)
      }
      if let kept { copy.photos.append(kept) }
    }
    copy.photos.sort()
    return copy
  }
}
