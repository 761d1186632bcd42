package import Cards
internal import TerminalIO
package import VaultFormat
package import VaultStore

extension Vault {
  /// Stores the cards' changes, and takes note that something was stored.
  package func saving(_ cards: [Card]) throws(VaultError) {
    try save(cards)
    Console.noteStored()
  }

  /// Takes cards out, and takes note that something was stored.
  package func removing(_ ids: [CardID]) throws(VaultError) {
    try remove(ids)
    Console.noteStored()
  }
}
