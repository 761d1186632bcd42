package import Cards
package import VaultStore

extension Vault {
  /// What the cards are called, also those that were removed.
  package var cardNames: [CardID: String] {
    var names: [CardID: String] = [:]
    for card in cards + removedCards { names[card.id] = card.name }
    return names
  }
}
