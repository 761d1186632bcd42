internal import Cards

/// Makes codes from the texts from which other wallets draw them.
enum WrittenCode {
  /// The most characters of another wallet's name for a symbology or charset, which reports show.
  private static let longestName = 40
  /// The most digits in a symbology's name.
  private static let maxDigits = 4
  /// The characters that Code 39 has bars for (ISO/IEC 16388, 4.2).
  private static let code39 = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  /// For dates in codes, whose century does not matter here; a leap year, so that every date is valid.
  private static let year = 2_000

  /// Adds a code, with doubts if a person should check it.
  ///
  /// - Parameters:
  ///   - text: The content of the symbol.
  ///   - name: The other wallet's name for the symbology.
  ///   - charset: The symbol's charset; empty for ISO-8859-1.
  ///   - card: The card.
  /// - Returns: Whether a symbol has room for it; if not, the card is unchanged.
  static func add(
    _ text: String, as name: String, in charset: String, to card: inout ForeignCard
  ) -> Bool {
    guard let named = NamedSymbology(name) else { return addUnknown(text, as: name, to: &card) }
    let symbology = named.symbology
    // Four bytes of UTF-8 may become one in another charset.
    guard text.utf8.count <= 4 * Barcode.maxByteCount else { return false }
    if let code = written(text, as: named) {
      guard add(code, to: &card) else { return false }
      if let elements = ElementString(code, year: year), !elements.isFaultless {
        card.doubts.append(.wrongElements)
      }
      return true
    }
    let drawn = drawnText(text, as: symbology)
    let encoded = Charset.bytes(of: drawn, in: charset)
    let code = Barcode(
      symbology: symbology, bytes: encoded ?? Array(drawn.utf8), text: readable(drawn, encoded))
    guard add(code, to: &card) else { return false }
    if encoded == nil { card.doubts.append(.charset(charset.limited(to: longestName))) }
    if symbology.isRetail, drawn != text { card.doubts.append(.missingDigit) }
    return true
  }

  /// The code of a text whose symbology defines its written form; other programs draw a Code 39 in full ASCII if its bars lack
  /// a character (ZXing `Code39Writer`).
  private static func written(_ text: String, as named: NamedSymbology) -> Barcode? {
    let isFull =
      named.symbology == .code39 && named.form == nil && !text.utf8.allSatisfy(code39.contains)
    let form = isFull ? .fullASCII : named.form
    return NamedSymbology(symbology: named.symbology, form: form).code(of: text, year: year)
  }

  /// Adds a code whose bytes are known, with a doubt if its check digit is wrong.
  ///
  /// - Returns: Whether a symbol has room for it; if not, the card is unchanged.
  static func add(_ code: Barcode, to card: inout ForeignCard) -> Bool {
    guard code.isWithinBounds else { return false }
    // What lacks a digit says so itself.
    if isWrong(code), !code.isPartial { card.doubts.append(.wrongCheckDigit) }
    card.codes.append(code)
    return true
  }

  /// Keeps a code of an unknown symbology as the card's number, unless it has one.
  ///
  /// - Returns: Whether a symbol has room for it; if not, the card is unchanged.
  static func addUnknown(_ text: String, as name: String, to card: inout ForeignCard) -> Bool {
    guard text.utf8.count <= Barcode.maxByteCount else { return false }
    // If columns are mixed up, the name is a card's number, which must not be shown.
    let isNumber = name.count(where: \.isNumber) > maxDigits
    card.doubts.append(.unknownSymbology(isNumber ? "" : name.limited(to: longestName)))
    if card.number.isEmpty {
      card.number = text
    } else if card.number != text {
      card.leftOut.append("code")
    }
    return true
  }

  /// What people read: bytes given as ISO-8859-1 are often UTF-8, and barcode readers show them as such.
  private static func readable(_ drawn: String, _ encoded: [UInt8]?) -> String {
    guard let encoded, encoded == Charset.bytes(of: drawn, in: "") else { return drawn }
    return String(validating: encoded, as: UTF8.self) ?? drawn
  }

  /// The text with what the other wallets' library adds if it is missing: a check digit, or Codabar's start and stop
  /// letters (ZXing `UPCEANWriter`, `CodaBarWriter`).
  private static func drawnText(_ text: String, as symbology: Symbology) -> String {
    let digits = Array(text.utf8)
    let check: UInt8? =
      switch symbology {
      case .ean13 where digits.count == 12, .ean8 where digits.count == 7,
        .upcA where digits.count == 11:
        CheckDigit.gs1(digits)
      case .upcE where digits.count == 7:
        CheckDigit.expandedUPCE(digits + [0x30]).flatMap { CheckDigit.gs1($0.dropLast()) }
      default: nil
      }
    if let check { return text + String(Character(Unicode.Scalar(check))) }
    let isBare = text.unicodeScalars.allSatisfy { "0123456789-$:/.+".unicodeScalars.contains($0) }
    return symbology == .codabar && isBare ? "A\(text)A" : text
  }

  /// Whether a retail code has a wrong check digit, length or character.
  private static func isWrong(_ code: Barcode) -> Bool {
    // An Interleaved 2 of 5 with 14 digits need not be a GTIN: membership cards have other numbers.
    guard code.symbology != .itf else { return false }
    return CheckDigit.isRight(code.bytes, as: code.symbology) == false
      || code.symbology.isRetail && CheckDigit.isRight(code.bytes, as: code.symbology) == nil
  }
}
