package import Cards
internal import Drawing
package import VaultStore

extension Vault {
  /// Checks that a typed code can be drawn, and that no other card has it.
  ///
  /// - Parameters:
  ///   - barcode: The code.
  ///   - card: The card that it is for, if that is in the vault.
  /// - Throws: `WalletError.undrawable` or `.codeTaken`.
  package func check(_ barcode: Barcode, for card: CardID? = nil) throws(WalletError) {
    do throws(DrawingError) { _ = try DrawnSymbol(barcode) } catch { throw .undrawable(error) }
    if let other = self.card(with: barcode, besides: card) {
      throw .codeTaken(cardName: other.name)
    }
  }

  /// Another card that has a code.
  ///
  /// - Parameters:
  ///   - barcode: The code.
  ///   - card: The card that it is for, if that is in the vault.
  /// - Returns: The first of them by name; `nil` if there is none.
  package func card(with barcode: Barcode, besides card: CardID? = nil) -> Card? {
    cards(with: barcode).first { $0.id != card }
  }
}
