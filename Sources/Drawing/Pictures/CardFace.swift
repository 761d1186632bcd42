/// What a person sees of a card without this computer: its name, one code or none, and a number to type.
public struct CardFace: Sendable, Hashable {
  /// The card's name, in any script.
  public let name: String
  /// The code; `nil` for a card with nothing but a number.
  public let symbol: DrawnSymbol?
  /// The number beneath the code; empty for none.
  public let number: String

  /// Makes a face.
  ///
  /// - Parameters:
  ///   - name: the card's name; control characters are replaced, long names fitted.
  ///   - symbol: the code, if there is one.
  ///   - number: the number; one that does not fit whole is left out.
  public init(name: String, symbol: DrawnSymbol?, number: String) {
    self.name = name
    self.symbol = symbol
    self.number = number
  }
}
