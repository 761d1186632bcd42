package import Cards
internal import VaultFormat
package import VaultStore

/// What waits for a person's decision on one card, and the decisions; each is stored at once.
package struct CardResolution: Sendable {
  /// Where the card is.
  package let vault: Vault
  /// The card's id.
  package let id: CardID

  /// Looks at a card.
  ///
  /// - Parameters:
  ///   - id: The card's id.
  ///   - vault: Where it is.
  package init(of id: CardID, in vault: Vault) {
    self.id = id
    self.vault = vault
  }

  /// Whether anything waits.
  package var isNeeded: Bool {
    get async {
      guard await vault.conflicts(of: id).isEmpty else { return true }
      return await !vault.duplicates(of: id).isEmpty
    }
  }

  /// Decides fields that two devices changed at once.
  ///
  /// - Parameter choices: Conflicts of the card, and one of the sides of each.
  /// - Throws: `WalletError.vault`.
  package func decide(
    _ choices: [(conflict: FieldConflict, side: FieldConflict.Side)]
  ) async throws(WalletError) {
    try await WalletError.wrapping { () throws(VaultError) in try await vault.decide(choices) }
  }

  /// The two cards that joining another card into this one would make one.
  ///
  /// - Parameter other: The other card's id.
  /// - Returns: Both as they are now; `nil` when one is gone, or they are one already.
  package func pair(with other: CardID) async -> (kept: Card, other: Card)? {
    guard let kept = await vault.card(id), let other = await vault.card(other),
      kept.id != other.id
    else { return nil }
    return (kept, other)
  }

  /// Joins two cards.
  ///
  /// - Parameter join: The cards.
  /// - Returns: The joined card; `nil` when one of the two is gone, or they are one already.
  /// - Throws: `WalletError.vault`.
  package func join(_ join: CardJoin) async throws(WalletError) -> Card? {
    try await WalletError.wrapping { () throws(VaultError) in
      try await vault.join(join.going.id, into: join.joined)
    }
  }
}

extension Vault {
  /// Other cards that have a code of this one.
  ///
  /// - Parameter id: The card's id.
  /// - Returns: The cards, by name.
  package func duplicates(of id: CardID) -> [Card] {
    var known: Set<CardID> = [id]
    return duplicates.filter { $0.cards.contains { $0.id == id } }.flatMap(\.cards)
      .filter { known.insert($0.id).inserted }
  }
}
