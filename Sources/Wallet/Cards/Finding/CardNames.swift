package import Cards
package import VaultStore

extension Vault {
  /// The names of all cards, including removed ones.
  package var cardNames: [CardID: String] {
    var names: [CardID: String] = [:]
    for card in cards + removedCards { names[card.id] = card.name }
    return names
  }
}
