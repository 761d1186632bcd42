package import Cards
internal import Exchange

/// An amount of money or points as it is typed: `25.50 EUR`, `€25,50`, `300 points`, `12`.
package struct TypedAmount: Sendable, Hashable {
  /// Thousandths of the unit; not negative.
  package let thousandths: Int64
  /// The ISO 4217 code, empty for points; `nil` if no unit was typed.
  package let currency: String?
  /// What was typed.
  private let text: String
  /// Whether a decimal point or comma was typed, which points do not have.
  private let hasDecimals: Bool

  /// Currency signs with one obvious meaning for our users; other currencies are typed as ISO 4217 codes.
  private static let signs: [Character: String] = ["€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"]
  private static let pointWords = ["points", "point", "pts", "pt"]
  /// No ISO 4217 currency has more than three decimals.
  private static let mostDecimals = 3

  /// Reads what was typed.
  ///
  /// - Parameter text: What was typed: digits with at most three decimals after a point or comma, and a unit before or
  ///   after them.
  /// - Throws: `WalletError.text(.notAnAmount)` or `.text(.thousandsOrDecimals)`.
  package init(_ text: String) throws(WalletError) {
    var words = CardText.trimmed(text)
    var unit: String?
    if let sign = words.first, let currency = Self.signs[sign] {
      unit = currency
      words.removeFirst()
    } else if let sign = words.last, let currency = Self.signs[sign] {
      unit = currency
      words.removeLast()
    } else {
      let isLetter = { (character: Character) in character.isLetter }
      let front = String(words.prefix(while: isLetter))
      let back = String(words.reversed().prefix(while: isLetter).reversed())
      let typed = front.isEmpty ? back : front
      if !typed.isEmpty {
        guard let known = Self.unit(typed) else { throw .text(.notAnAmount(text)) }
        unit = known
        words =
          front.isEmpty ? String(words.dropLast(back.count)) : String(words.dropFirst(front.count))
      }
    }
    guard let thousandths = Self.thousandths(CardText.trimmed(words)) else {
      throw .text(.notAnAmount(text))
    }
    // A thousands separator looks like three decimals, which hardly any currency has; points have none.
    if Self.hasThreeDecimals(words), unit.map(CurrencyCodes.decimals) != Self.mostDecimals {
      let digits = CardText.trimmed(words)
      throw .text(digits.hasPrefix("0") ? .notAnAmount(text) : .thousandsOrDecimals(digits))
    }
    guard unit != "" || thousandths % 1_000 == 0 else { throw .text(.notAnAmount(text)) }
    self.thousandths = thousandths
    currency = unit
    self.text = CardText.trimmed(text)
    hasDecimals = words.contains { $0 == "." || $0 == "," }
  }

  /// The amount as a balance; without a unit, in the unit of the old balance, or else in points.
  ///
  /// - Parameter old: The card's balance; `nil` if it has none.
  /// - Returns: The balance.
  /// - Throws: `WalletError.text(.noCurrency)` for decimals that would be points.
  package func balance(inUnitOf old: Balance?) throws(WalletError) -> Balance {
    let unit = currency ?? old?.currency ?? ""
    if currency == nil, unit.isEmpty, hasDecimals { throw .text(.noCurrency(text)) }
    return Balance(thousandths: thousandths, currency: unit)
  }

  private static func hasThreeDecimals(_ words: String) -> Bool {
    let digits = CardText.trimmed(words)
    return digits.lastIndex { $0 == "." || $0 == "," }.map {
      digits.distance(from: $0, to: digits.endIndex) == 4
    } ?? false
  }

  private static func unit(_ word: String) -> String? {
    if pointWords.contains(word.lowercased()) { return "" }
    let code = word.uppercased()
    return Balance.isCurrency(code) ? code : nil
  }

  /// Parses digits with up to three decimals after a point or comma.
  private static func thousandths(_ digits: String) -> Int64? {
    let parts = digits.split(
      separator: digits.contains(",") ? "," : ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.utf8.count <= 12,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts.count == 1 || (1...mostDecimals).contains(parts[1].utf8.count)
    else { return nil }
    let decimals = parts.count == 1 ? "" : String(parts[1])
    return Int64(
      whole + decimals + String(repeating: "0", count: mostDecimals - decimals.utf8.count))
  }
}
