package import Cards

extension Card {
  /// Creates a card that a person types in.
  ///
  /// - Parameters:
  ///   - name: Its name as typed.
  ///   - code: Its code; `nil` if it has none.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package init(typed name: String, code: Barcode?) throws(WalletError) {
    let name = try CardText.name(name)
    var generator = SystemRandomNumberGenerator()
    self.init(id: CardID(using: &generator), name: name, codes: code.map { [$0] } ?? [])
    origin = "by hand"
  }
}
