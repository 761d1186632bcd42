internal import Cards
internal import VaultFormat

extension Vault {
  /// Keeps the cards in memory until the process ends, even if the vault is destroyed earlier: for a command,
  /// which opens few vaults and ends soon.
  ///
  /// The system reclaims memory at once, while freeing 10,000 cards one by one needs a tenth of the time of a
  /// list or an edit (measured). Keys are not kept: they are wiped when the vault is destroyed, as always.
  public func keepCardsUntilExit() { keepsCards = true }
}

/// Parts of a vault that outlive it.
final class KeptCards {
  private let cards: ShownCards
  private var itself: KeptCards?

  init(_ cards: ShownCards) { self.cards = cards }

  func keepItself() { itself = self }
}
