/// What a card is for.
public enum CardKind: UInt8, CaseIterable, Sendable, Hashable {
  case loyalty = 1
  case membership = 2
  case gift = 3
  case coupon = 4
  case ticket = 5
  case library = 6
  case book = 7
  case other = 8

  /// Its name on the command line and in JSON.
  public var name: String { "\(self)" }

  /// Finds a kind by its name; `nil` if there is none.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name.lowercased() }) else {
      return nil
    }
    self = kind
  }
}
