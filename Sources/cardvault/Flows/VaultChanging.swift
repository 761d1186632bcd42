internal import Cards
internal import TerminalIO
internal import VaultFormat
internal import VaultStore

extension Vault {
  /// Stores the cards' changes, and takes note that something was stored.
  func saving(_ cards: [Card]) throws(VaultError) {
    try save(cards)
    Console.noteStored()
  }

  /// Takes cards out, and takes note that something was stored.
  func removing(_ ids: [CardID]) throws(VaultError) {
    try remove(ids)
    Console.noteStored()
  }
}
