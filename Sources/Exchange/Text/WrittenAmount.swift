internal import Cards

/// Amounts with their currency, as people write them in spreadsheets.
enum WrittenAmount {
  /// The most bytes of an amount with its currency; longer texts are none.
  private static let longestAmount = 100

  /// Signs that mean one currency; a dollar sign means several.
  private static let signs: [Character: String] = ["€": "EUR", "£": "GBP"]

  private static let minusSigns: Set<Character> = ["-", "\u{2212}"]

  /// What people call points.
  private static let points: Set = [
    "point", "points", "pt", "pts", "punkt", "punkte", "pkt", "puntos", "punti", "punten",
    "pontos", "punkty",
  ]

  /// A balance, from `12.50 EUR`, `€ 1.234,50` or `300 points`.
  ///
  /// - Parameters:
  ///   - text: The amount.
  ///   - currency: The currency of another column, which applies where the amount names none; empty without one.
  /// - Returns: The balance, without a currency where three letters are none, as in `5 Stk`; `nil` for anything else,
  ///   and where a separator may mean thousands or decimals.
  static func balance(_ text: String, currency: String) -> Balance? {
    guard text.utf8.count <= longestAmount else { return nil }
    let sign = text.lazy.compactMap { signs[$0] }.first
    let named = units(text, currency).map { $0.uppercased() }
      .first(where: CurrencyCodes.inCirculation.contains)
    guard let first = text.firstIndex(where: isDigit), let end = text.lastIndex(where: isDigit),
      areDigitGroups(text[first...end]), isInFront(text[..<first]),
      isBehind(text[end...].dropFirst())
    else { return nil }
    let isNegative = text[..<first].contains(where: minusSigns.contains)
    var digits = (isNegative ? "-" : "") + String(text[first...end]).filter(isPart)
    let separators = digits.filter { $0 == "." || $0 == "," }
    if let last = separators.last {
      let decimals = digits.drop { $0 != last }.dropFirst()
      // 1.234 and 1,234 are either.
      if Set(separators).count == 1, separators.count == 1, decimals.count == 3 { return nil }
      if Set(separators).count == 2 { digits.removeAll { separators.contains($0) && $0 != last } }
    }
    return WrittenValue.thousandths(digits).map {
      Balance(thousandths: $0, currency: sign ?? named ?? "")
    }
  }

  /// Whether an amount surely counts points, and is no money whose currency is not told.
  ///
  /// - Parameters:
  ///   - text: The amount.
  ///   - currency: The currency of another column; empty without one.
  /// - Returns: Whether it does.
  static func isPoints(_ text: String, currency: String) -> Bool {
    units(text, currency).contains(where: points.contains)
  }

  /// Whether spaces separate only thousands.
  private static func areDigitGroups(_ number: Substring) -> Bool {
    let groups = number.split(whereSeparator: \.isWhitespace)
    return groups.allSatisfy { $0.allSatisfy(isPart) }
      && groups.dropFirst().allSatisfy { $0.prefix(while: isDigit).count == 3 }
  }

  /// Whether only a unit and a sign are in front of a number: no bracket, as in `(12)` for -12.
  private static func isInFront(_ text: Substring) -> Bool {
    // A point that ends no word, as it ends `Fr.`, belongs to the number: .50
    if text.last == ".", text.dropLast().last?.isLetter != true { return false }
    return text.allSatisfy { isOfUnit($0) || $0 == "+" || minusSigns.contains($0) }
  }

  /// Whether only a unit is behind a number, or a dash for no cents, as in `12,-`: no percent sign, and no minus sign, as
  /// in `12-` for -12.
  private static func isBehind(_ text: Substring) -> Bool {
    let signs = text.filter { !isOfUnit($0) || $0 == "." }
    return ["", ".", ",-", ",–", ",—", ".-", ".–", ".—"].contains(signs)
  }

  private static func isOfUnit(_ character: Character) -> Bool {
    character.isLetter || character.isWhitespace || character.isCurrencySymbol || character == "."
  }

  private static func units(_ text: String, _ currency: String) -> [String] {
    [text.filter(\.isLetter), currency].map { $0.lowercased() }
  }

  private static func isDigit(_ character: Character) -> Bool { "0123456789".contains(character) }

  private static func isPart(_ character: Character) -> Bool {
    ".,-".contains(character) || isDigit(character)
  }
}
