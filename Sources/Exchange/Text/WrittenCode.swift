internal import Cards

/// A code from the text that another wallet draws it from.
enum WrittenCode {
  /// The names that differ from ours by more than case, spaces and signs (ZXing's and Apple's).
  private static let otherNames: [String: Symbology] = [
    "rss14": .dataBar, "rssexpanded": .dataBarExpanded, "i2of5": .itf, "qrcode": .qrCode,
  ]

  /// Adds a code to a card, or the reason why a person must look at it.
  ///
  /// - Parameters:
  ///   - text: What the symbol says.
  ///   - name: The other wallet's name of the symbology.
  ///   - charset: The name of the charset in which the symbol says it; empty for ISO-8859-1.
  ///   - card: The card.
  /// - Returns: Whether a symbol can hold so much; if not, the card is unchanged.
  static func add(
    _ text: String, as name: String, in charset: String, to card: inout ForeignCard
  ) -> Bool {
    guard let symbology = symbology(name) else {
      guard text.utf8.count <= Barcode.maximumByteCount else { return false }
      card.number = text
      card.doubts.append(.unknownSymbology(String(name.prefix(40))))
      return true
    }
    let drawn = drawnText(text, as: symbology)
    let encoded = PlainText.encoded(drawn, as: charset)
    let code = Barcode(symbology: symbology, bytes: encoded ?? Array(drawn.utf8), text: drawn)
    guard code.isWithinBounds else { return false }
    if encoded == nil { card.doubts.append(.charset(String(charset.prefix(40)))) }
    if isWrong(code) { card.doubts.append(.wrongCheckDigit) }
    card.codes.append(code)
    return true
  }

  private static func symbology(_ name: String) -> Symbology? {
    Symbology(name: name) ?? otherNames[name.lowercased().filter { $0.isLetter || $0.isNumber }]
  }

  /// The text with what the other wallets' library adds where it is missing: a check digit, and Codabar's start and
  /// stop letters (ZXing `UPCEANWriter`, `CodaBarWriter`).
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

  /// Whether a trade item number is not one: wrong by its check digit, its length or its characters.
  private static func isWrong(_ code: Barcode) -> Bool {
    CheckDigit.isRight(code.bytes, as: code.symbology) == false
      || code.symbology.isRetail && CheckDigit.isRight(code.bytes, as: code.symbology) == nil
  }
}
