package import Cards
internal import Terminal
package import VaultFormat
package import VaultStore

extension Vault {
  /// Stores the cards' changes, and notes that something was stored.
  package func saving(_ cards: [Card]) throws(VaultError) {
    try save(cards)
    Console.noteStored()
  }

  /// Removes cards, and notes that something was stored.
  package func removing(_ ids: [CardID]) throws(VaultError) {
    try remove(ids)
    Console.noteStored()
  }
}
