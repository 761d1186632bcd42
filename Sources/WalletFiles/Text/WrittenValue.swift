internal import Cards

/// Amounts, days and colours as other wallets write them.
enum WrittenValue {
  /// The most bytes of a colour.
  private static let longestColour = 100

  /// An amount in thousandths, from `12`, `-3.50` or `3,5`; `nil` for anything else, such as exponents or separators of
  /// thousands, and if digits would be lost.
  static func thousandths(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...])
      .split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard let whole = parts.first, (1...15).contains(whole.utf8.count), areDigits(whole) else {
      return nil
    }
    let fraction: Substring = parts.count > 1 ? parts[1] : ""
    guard fraction.utf8.count <= 15, areDigits(fraction),
      fraction.dropFirst(3).allSatisfy({ $0 == "0" })
    else { return nil }
    let padded = String((fraction + "000").prefix(3))
    guard let units = Int64(whole), let rest = Int64(padded) else { return nil }
    let value = units * 1_000 + rest
    return isNegative ? -value : value
  }

  /// A day, also from a date and time (`WrittenMoment`).
  static func day(_ text: String) -> CalendarDate? { WrittenMoment(text)?.day }

  /// A colour from `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `#010203` (CSS Color Module Level 4, 4.2 and 5.1).
  static func colour(_ text: String) -> UInt32? {
    guard text.utf8.count <= longestColour else { return nil }
    let word = text.trimmed.lowercased()
    if word.hasPrefix("#") { return ColourText.rgb(of: word.dropFirst()) }
    guard word.hasPrefix("rgb"), let open = word.firstIndex(of: "(") else { return nil }
    let parts = word[open...].dropFirst().prefix { $0 != ")" }
      .split(separator: ",").map { UInt8(String($0).trimmed) }
    guard parts.count >= 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
      return nil
    }
    return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// A colour whose eight digits begin with the opacity, which is ignored, as in `#FF9E9E9E`; or any other colour.
  static func opaqueColour(_ text: String) -> UInt32? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    return digits.utf8.count == 8 ? ColourText.rgb(of: digits.dropFirst(2)) : colour(text)
  }

  /// A currency's code, recognised by its form alone, as it may be of a former currency or made up; empty for anything
  /// else.
  static func currency(_ text: String) -> String {
    let code = text.uppercased()
    return Balance.isCurrency(code) ? code : ""
  }

  private static func areDigits(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
