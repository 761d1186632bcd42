package import Cards
internal import VaultFormat
package import VaultStore

/// The conflicts and duplicates of one card, and the decisions about them; each is saved at once.
package struct CardResolution: Sendable {
  /// The vault of the card.
  package let vault: Vault
  /// The card's id.
  package let id: CardID

  /// Creates a resolution for a card.
  package init(of id: CardID, in vault: Vault) {
    self.id = id
    self.vault = vault
  }

  /// Whether anything needs a decision.
  package var isNeeded: Bool {
    get async {
      guard await vault.conflicts(of: id).isEmpty else { return true }
      return await !vault.duplicates(of: id).isEmpty
    }
  }

  /// Decides fields that two devices changed concurrently.
  ///
  /// - Parameter choices: Conflicts of the card, each with the chosen side.
  /// - Throws: `WalletError.vault`.
  package func decide(
    _ choices: [(conflict: FieldConflict, side: FieldConflict.ConcurrentValue)]
  ) async throws(WalletError) {
    try await WalletError.wrapping { () throws(VaultError) in try await vault.decide(choices) }
  }

  /// The two cards that would be joined.
  ///
  /// - Returns: Both as they are now; `nil` if one is gone or they are already joined.
  package func pair(with other: CardID) async -> (kept: Card, other: Card)? {
    guard let kept = await vault.card(id), let other = await vault.card(other),
      kept.id != other.id
    else { return nil }
    return (kept, other)
  }

  /// Joins two cards.
  ///
  /// - Returns: The joined card; `nil` if one of the two is gone or they are already joined.
  /// - Throws: `WalletError.vault`.
  package func join(_ join: CardJoin) async throws(WalletError) -> Card? {
    try await WalletError.wrapping { () throws(VaultError) in
      try await vault.join(join.going.id, into: join.joined)
    }
  }
}

extension Vault {
  /// Other cards that share a code with this one.
  ///
  /// - Returns: The cards, sorted by name.
  package func duplicates(of id: CardID) -> [Card] {
    var known: Set<CardID> = [id]
    return duplicates.filter { $0.cards.contains { $0.id == id } }.flatMap(\.cards)
      .filter { known.insert($0.id).inserted }
  }
}
