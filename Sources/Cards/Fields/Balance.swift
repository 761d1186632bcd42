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
}
