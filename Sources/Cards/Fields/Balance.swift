/// What is left on a gift card, or the points on a loyalty card.
public struct Balance: Sendable, Hashable {
  /// Thousandths of the unit, so that three-decimal currencies (ISO 4217) fit.
  public var thousandths: Int64
  /// The ISO 4217 currency code, such as `EUR`; empty for points.
  public var currency: String

  /// Makes a balance.
  public init(thousandths: Int64, currency: String) {
    self.thousandths = thousandths
    self.currency = currency
  }

  /// Whether a text has the form of an ISO 4217 code: three capitals from A to Z.
  package static func isCurrency(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
}
