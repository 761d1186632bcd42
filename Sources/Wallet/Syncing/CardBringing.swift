package import Cards
internal import VaultFormat
package import VaultStore

/// Brings the cards of one vault into another, such as one that was made by mistake on a second device.
extension Vault {
  /// What became of another vault's cards.
  package struct BroughtCards: Sendable, Hashable {
    /// How many came.
    package var added = 0
    /// How many were here already, by their codes.
    package var known = 0
  }

  /// Saves the cards of another vault in this one as they are, drafts as drafts; one undo takes them all back.
  ///
  /// A card whose codes this vault has is skipped. History and photos stay in the other vault.
  ///
  /// - Parameter cards: The other vault's cards.
  /// - Returns: How many came.
  /// - Throws: `WalletError.vault`; then none came.
  package nonisolated func bring(_ cards: [Card]) async throws(WalletError) -> BroughtCards {
    var brought = BroughtCards()
    var new: [Card] = []
    var codes: Set<[UInt8]> = []
    for card in cards {
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
      new.append(await copy(of: card))
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

  /// The card under an id of this vault.
  private func copy(of card: Card) -> Card {
    var generator = SystemRandomNumberGenerator()
    let id = card.codes.count == 1 ? id(for: card.codes[0]) : CardID(using: &generator)
    return card.with(id: id)
  }
}
