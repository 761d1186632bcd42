package import Cards

/// An amount with its unit, as people and other programs write it: one rule for typed amounts, tables, passes and other
/// wallets' files.
package struct WrittenAmount: Sendable, Hashable {
  /// What an amount counts.
  package enum Unit: Sendable, Hashable {
    /// Points, which have no decimals.
    case points
    /// Money of this currency, by its ISO 4217 code.
    case currency(String)
    /// Not stated: a whole number counts as points.
    case unknown

    /// The unit of a balance.
    package init(of balance: Balance) {
      self = balance.currency.isEmpty ? .points : .currency(balance.currency)
    }

    /// How many decimals it has; `nil` if unknown.
    fileprivate var decimals: Int? {
      switch self {
      case .points: 0
      case .currency(let code): CurrencyCodes.decimals(of: code)
      case .unknown: nil
      }
    }

    /// Whether it is money.
    var isMoney: Bool { !code.isEmpty }

    fileprivate var code: String { if case .currency(let code) = self { code } else { "" } }
  }

  /// Why an amount is not a balance.
  package enum Unclear: Error, Sendable, Hashable {
    /// Its sign stands for several currencies.
    case severalCurrencies
    /// Its separator may stand for thousands or for decimals, as in `1,250`.
    case thousandsOrDecimals(Ambiguity)
    /// It has decimals but no currency.
    case noCurrency
    /// It is not a number, has more decimals than its unit, or is larger than any balance.
    case notANumber
  }

  /// Digits with a separator that may stand for thousands or for decimals, and how to write either number clearly.
  package struct Ambiguity: Sendable, Hashable {
    /// The digits: `1,250`.
    package let digits: String
    /// How many decimals the unit has; `nil` if the unit is unknown.
    package let decimalCount: Int?
    /// The whole number: `1250`, or `1250 EUR` if the amount names its unit.
    package let whole: String
    /// The number with decimals: `1,25`, or `1,25 EUR`; `nil` if it has more decimals than the unit.
    package let fraction: String?

    /// Finds both ways to write them.
    ///
    /// - Parameters:
    ///   - digits: The digits, with one separator and three digits after it.
    ///   - unit: What they count; points are never ambiguous.
    ///   - isNamed: Whether the amount names the unit itself, so that any other form must, too.
    package init(_ digits: String, in unit: Unit, isNamed: Bool) {
      let code = isNamed && unit.isMoney ? " \(unit.code)" : ""
      let hasThree = unit.decimals == 3
      let fraction: String? =
        if hasThree, !WrittenAmount.groupingWithPoints.contains(unit) {
          String(digits.map { $0 == "," ? "." : $0 })
        } else if digits.hasSuffix("0") {
          String(digits.dropLast())
        } else if hasThree {
          // Thousands never have four digits behind a separator.
          digits + "0"
        } else {
          nil
        }
      self.digits = digits
      decimalCount = unit.decimals
      whole = digits.filter(WrittenAmount.isDigit) + code
      self.fraction = fraction.map { $0 + code }
    }
  }

  /// The most bytes of an amount with its currency.
  private static let longestAmount = 100
  /// What numbers consist of (RFC 8259, 6).
  private static let ofNumbers = Set("0123456789+-.eE".utf8)
  /// Larger than any balance; below it, a `Double` is exact to a thousandth.
  private static let limit = 1e12
  /// More than the error from calculating with binary fractions.
  private static let tolerance = 1e-6

  /// What people call points.
  private static let points: Set = [
    "point", "points", "pt", "pts", "punkt", "punkte", "pkt", "puntos", "punti", "punten",
    "pontos", "punkty",
  ]
  /// Of the currencies with three decimals, those with a comma before them (Unicode CLDR, ar-TN and ar-LY).
  private static let groupingWithPoints: Set<Unit> = [.currency("TND"), .currency("LYD")]
  private static let minusSigns: Set<Character> = ["-", "\u{2212}"]

  /// The possible units; empty if it names none.
  private let units: [Unit]
  /// The number, with the separators that were written.
  private let digits: String
  /// Whether it is below zero.
  package let isNegative: Bool

  /// Parses `12.50 EUR`, `€ 1.234,50` or `300 points`; `nil` for anything else, such as words that are not units, as in
  /// `10% off`.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longestAmount,
      let first = text.firstIndex(where: Self.isDigit),
      let last = text.lastIndex(where: Self.isDigit),
      Self.areDigitGroups(text[first...last])
    else { return nil }
    let (front, back) = (text[..<first], text[last...].dropFirst())
    // Unless it ends a word, as in `Fr.`, a point belongs to the number: .50
    if front.last == ".", front.dropLast().last?.isLetter != true { return nil }
    let words = front.filter { $0 != "+" && !Self.minusSigns.contains($0) }
    // A dash may stand for cents, as in `12,-`; a trailing minus, as in `12-`, may not.
    let dash = back.prefix { !$0.isLetter && !$0.isWhitespace && !$0.isCurrencySymbol }
    guard ["", ".", ",-", ",–", ",—", ".-", ".–", ".—"].contains(dash),
      let units = Self.units([String(words), String(back.dropFirst(dash.count))])
    else { return nil }
    self.units = units
    digits = text[first...last].filter(Self.isPart)
    isNegative = front.contains(where: Self.minusSigns.contains)
  }

  /// Whether it names a unit.
  var hasUnit: Bool { !units.isEmpty }

  /// The amount as a balance.
  ///
  /// - Parameter stated: The unit that is stated elsewhere. It applies if the amount names none, and tells which dollars are
  ///   meant.
  /// - Returns: The balance.
  /// - Throws: Why it is not a balance.
  package func balance(in stated: Unit) throws(Unclear) -> Balance {
    guard let unit = units.isEmpty || units.contains(stated) ? stated : units.first,
      units.count < 2 || unit == stated
    else { throw .severalCurrencies }
    let number = (isNegative ? "-" : "") + (try decimal(in: unit))
    if unit == .unknown, number.contains("."), WrittenValue.thousandths(number) != nil {
      throw .noCurrency
    }
    guard let balance = Self.balance(ofNumber: number, in: unit) else { throw .notANumber }
    return balance
  }

  /// Parses a balance, with the unit that is stated elsewhere; `nil` if it is unclear or not a balance.
  static func balance(_ text: String, in stated: Unit) -> Balance? {
    WrittenAmount(text).flatMap { try? $0.balance(in: stated) }
  }

  /// Parses a number in JSON, in which a point never separates thousands; `nil` if it has more decimals than the unit, or is
  /// not a number.
  ///
  /// It may come from calculating with binary fractions, which turns 17.30 into 17.299999999999997.
  static func balance(ofNumber number: String, in unit: Unit) -> Balance? {
    guard number.utf8.allSatisfy(ofNumbers.contains), let value = Double(number),
      value.magnitude < limit
    else { return nil }
    let scale = [1, 10, 100, 1_000][unit.decimals ?? 0]
    // Exactly if possible: a `Double` has too few digits for the largest.
    if let exact = WrittenValue.thousandths(number), exact % Int64(1_000 / scale) == 0 {
      return Balance(thousandths: exact, currency: unit.code)
    }
    let scaled = value * Double(scale)
    let units = scaled.rounded()
    guard (scaled - units).magnitude < tolerance else { return nil }
    return Balance(thousandths: Int64(units) * Int64(1_000 / scale), currency: unit.code)
  }

  /// Makes an amount the card's balance, or keeps it in the note with a doubt.
  ///
  /// - Parameters:
  ///   - text: The amount.
  ///   - unit: The unit that is stated elsewhere; `nil` if the text there is not a unit.
  ///   - stated: The text there.
  ///   - card: The card.
  static func add(_ text: String, in unit: Unit?, stated: String, to card: inout ForeignCard) {
    guard let unit, let amount = WrittenAmount(text), let balance = try? amount.balance(in: unit)
    else {
      let words = [text, stated].filter { !$0.isEmpty }.joined(separator: " ")
      card.keep(words, inNoteAs: "Balance", .unclearBalance)
      return
    }
    card.balance = balance
    if balance.currency.isEmpty, unit == .unknown, !amount.hasUnit {
      card.doubts.append(.noCurrency)
    }
  }

  /// The unit that a separate word or sign names: `.unknown` for an empty word, `nil` if it names none or is ambiguous.
  static func unit(named word: String) -> Unit? {
    if word.isEmpty { return .unknown }
    let units = units([word]) ?? []
    return units.count == 1 ? units.first : nil
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

  /// The number without separators of thousands, and with a decimal point if it has decimals.
  private func decimal(in unit: Unit) throws(Unclear) -> String {
    let separators = digits.filter { $0 == "." || $0 == "," }
    guard let last = separators.last else { return digits }
    let groups = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let isGrouped =
      (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    let thousands = groups.joined()
    switch Set(separators).count {
    case 1 where separators.count > 1:
      guard isGrouped else { throw .notANumber }
      return thousands
    // 1.234 and 1,234 are ambiguous unless the unit decides; 0.125 and 1250.000 have decimals. In units with three
    // decimals, 1.234 has them unless the point separates thousands.
    case 1 where isGrouped && groups[0].first != "0":
      switch unit.decimals {
      case 0: return thousands
      case 3 where last == "." && !Self.groupingWithPoints.contains(unit): break
      default: throw .thousandsOrDecimals(Ambiguity(digits, in: unit, isNamed: hasUnit))
      }
    case 1: break
    default:
      guard digits.count(where: { $0 == last }) == 1, (1...3).contains(groups[0].count),
        groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
      else { throw .notANumber }
    }
    return groups.dropLast().joined() + "." + (groups.last ?? "")
  }

  /// The units that all of these words may mean, ignoring empty ones; `nil` if there are words but no such unit.
  private static func units(_ words: [String]) -> [Unit]? {
    let meanings = words.map { $0.lowercased().filter { !$0.isWhitespace && $0 != "." } }
      .filter { !$0.isEmpty }
      .map { points.contains($0) ? [.points] : CurrencyCodes.meant(by: $0).map(Unit.currency) }
    guard let first = meanings.first else { return [] }
    let common = first.filter { unit in meanings.allSatisfy { $0.contains(unit) } }
    return common.isEmpty ? nil : common
  }

  /// Whether spaces and apostrophes separate only thousands, as in `1 250,50` and `1'250.50`.
  private static func areDigitGroups(_ number: Substring) -> Bool {
    let groups = number.split { $0.isWhitespace && !$0.isNewline || $0 == "'" || $0 == "\u{2019}" }
    return groups.allSatisfy { $0.allSatisfy(isPart) }
      && groups.dropFirst().allSatisfy { $0.prefix(while: isDigit).count == 3 }
  }

  private static func isDigit(_ character: Character) -> Bool { "0123456789".contains(character) }

  private static func isPart(_ character: Character) -> Bool {
    ".,".contains(character) || isDigit(character)
  }
}

/// Amounts in the form that other programs read.
package enum DecimalAmount {
  /// Thousandths as a decimal number: `12`, `-3.5`, `0.125`.
  package static func text(_ thousandths: Int64) -> String {
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    let padded = String(repeating: "0", count: 3 - digits.count) + digits
    let decimals = String(padded.reversed().drop { $0 == "0" }.reversed())
    return "\(thousandths < 0 ? "-" : "")\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }
}
