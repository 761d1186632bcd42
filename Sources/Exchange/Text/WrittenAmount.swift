internal import Cards

/// Amounts with their unit, as people and other programs write them: the one rule for tables, passes and other wallets' files.
///
/// An amount that could be read in two ways, such as `1,250`, is none.
enum WrittenAmount {
  /// What an amount counts.
  enum Unit: Hashable {
    /// Points, which have no decimals.
    case points
    /// Money of this currency, by its ISO 4217 code.
    case currency(String)
    /// Nothing tells.
    case unknown

    /// How many decimals it has; `nil` where nothing tells.
    fileprivate var decimals: Int? {
      switch self {
      case .points: 0
      case .currency(let code): CurrencyCodes.decimals(of: code)
      case .unknown: nil
      }
    }

    /// Whether it is money of a currency that is known.
    var isMoney: Bool { !code.isEmpty }

    fileprivate var code: String { if case .currency(let code) = self { code } else { "" } }
  }

  /// The most bytes of an amount with its currency; longer texts are none.
  private static let longestAmount = 100
  /// What numbers consist of (RFC 8259, 6).
  private static let ofNumbers = Set("0123456789+-.eE".utf8)
  /// No balance has as much; below it, a `Double` has all thousandths.
  private static let limit = 1e12
  /// How far calculating with binary fractions takes a number from one with few decimals, and more.
  private static let tolerance = 1e-6

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
    balance(text, in: namedUnit(currency) ?? .unknown)
  }

  /// A balance whose unit a file states in another place.
  ///
  /// - Parameters:
  ///   - text: The amount.
  ///   - stated: That unit, which applies where the amount names none.
  /// - Returns: The balance; `nil` as above, and for decimals that the unit does not have.
  static func balance(_ text: String, in stated: Unit) -> Balance? {
    guard text.utf8.count <= longestAmount else { return nil }
    let sign = text.lazy.compactMap { signs[$0] }.first.map(Unit.currency)
    let unit = sign ?? namedUnit(text.filter(\.isLetter)) ?? stated
    guard let first = text.firstIndex(where: isDigit), let end = text.lastIndex(where: isDigit),
      areDigitGroups(text[first...end]), isInFront(text[..<first]),
      isBehind(text[end...].dropFirst())
    else { return nil }
    let isNegative = text[..<first].contains(where: minusSigns.contains)
    guard let number = decimal(text[first...end].filter(isPart), unit) else { return nil }
    return balance(ofNumber: (isNegative ? "-" : "") + number, in: unit, isRounded: false)
  }

  /// The balance that a number in JSON is, in which a point never separates thousands.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - unit: What it counts. Decimals that a currency does not have are rounded, as phones show them: calculating with
  ///     binary fractions makes 17.299999999999997 of 17.30.
  /// - Returns: The balance; `nil` for points with decimals, and for anything else.
  static func balance(ofNumber number: String, in unit: Unit) -> Balance? {
    balance(ofNumber: number, in: unit, isRounded: true)
  }

  /// An amount in words for a note: `17.30 EUR`.
  static func text(of balance: Balance) -> String {
    var digits = DecimalAmount.text(balance.thousandths)
    if let point = digits.firstIndex(of: ".") {
      let count = digits.distance(from: point, to: digits.endIndex) - 1
      let lacking = max(0, CurrencyCodes.decimals(of: balance.currency) - count)
      digits += String(repeating: "0", count: lacking)
    }
    return balance.currency.isEmpty ? digits : "\(digits) \(balance.currency)"
  }

  private static func balance(
    ofNumber number: String, in unit: Unit, isRounded: Bool
  ) -> Balance? {
    let decimals = unit.decimals ?? 3
    let scale = [1, 10, 100, 1_000][decimals]
    let step = Int64(1_000 / scale)
    guard number.utf8.allSatisfy(ofNumbers.contains) else { return nil }
    if let exact = WrittenValue.thousandths(number) {
      if exact % step == 0 { return Balance(thousandths: exact, currency: unit.code) }
      guard isRounded else { return nil }
    }
    guard let value = Double(number), value.magnitude < limit else { return nil }
    let scaled = value * Double(scale)
    let units = scaled.rounded()
    guard isRounded && unit != .points || (scaled - units).magnitude < tolerance else { return nil }
    return Balance(thousandths: Int64(units) * step, currency: unit.code)
  }

  /// Digits with a point before their decimals, if they have any; `nil` where a separator may mean thousands or decimals.
  private static func decimal(_ digits: String, _ unit: Unit) -> String? {
    let separators = digits.filter { $0 == "." || $0 == "," }
    guard let last = separators.last else { return digits }
    let groups = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let isGrouped =
      (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    let thousands = groups.joined()
    switch Set(separators).count {
    case 1 where separators.count > 1: return isGrouped ? thousands : nil
    // 1.234 and 1,234 are either, unless the unit tells; 0.125 and 1250.000 have decimals.
    case 1 where isGrouped && groups[0].first != "0":
      switch unit.decimals {
      case 0: return thousands
      case 3: break
      default: return nil
      }
    case 1: break
    default: guard digits.count(where: { $0 == last }) == 1 else { return nil }
    }
    return groups.dropLast().joined() + "." + (groups.last ?? "")
  }

  /// Whether an amount surely counts points, and is no money whose currency is not told.
  ///
  /// - Parameters:
  ///   - text: The amount.
  ///   - currency: The currency of another column; empty without one.
  /// - Returns: Whether it does.
  static func isPoints(_ text: String, currency: String) -> Bool {
    (namedUnit(text.filter(\.isLetter)) ?? namedUnit(currency)) == .points
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

  /// The unit that a word names; `nil` if it names none.
  static func namedUnit(_ word: String) -> Unit? {
    if points.contains(word.lowercased()) { return .points }
    let code = word.uppercased()
    return CurrencyCodes.inCirculation.contains(code) ? .currency(code) : nil
  }

  private static func isDigit(_ character: Character) -> Bool { "0123456789".contains(character) }

  private static func isPart(_ character: Character) -> Bool {
    ".,-".contains(character) || isDigit(character)
  }
}
