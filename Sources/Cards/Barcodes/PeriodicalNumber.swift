/// An International Standard Serial Number, as printed on magazines and newspapers (ISO 3297:2022).
public struct PeriodicalNumber: Sendable, Hashable {
  /// The number as printed: `0317-8471`, with 0 to 9 or X in the last place.
  public let issn: String
  /// The two digits after it in an EAN-13: variants of an issue, such as another price; otherwise empty.
  public let variant: String
  /// The issue: the add-on of two or five digits beside an EAN-13; empty if there is none.
  public let issue: String

  /// Finds the ISSN in a code; `nil` if there is none or a check digit is wrong.
  ///
  /// - Parameter barcode: An EAN-13 with the prefix 977, which omits the ISSN's own check digit, or any code
  ///   whose text is the letters ISSN and the number.
  public init?(_ barcode: Barcode) {
    guard barcode.symbology == .ean13 else {
      guard !barcode.symbology.isRetail, let found = Self(text: barcode.text) else { return nil }
      self = found
      return
    }
    // ISSN Manual, bar codes: 977, seven digits, two of variant, check digit.
    let digits = barcode.bytes
    guard digits.count == 13, digits.starts(with: "977".utf8), CheckDigit.isValidGS1(digits),
      let issn = Self.printed(digits[3..<10])
    else { return nil }
    self.issn = issn
    variant = String(decoding: digits[10..<12], as: UTF8.self)
    issue = barcode.traits.addOn ?? ""
  }

  /// Parses `ISSN 0317-8471`, with or without hyphen and colon; `nil` for anything else.
  public init?(text: String) {
    let bare = text.uppercased().filter { ![" ", "-", ":"].contains($0) }
    guard bare.hasPrefix("ISSN") else { return nil }
    let characters = Array(bare.dropFirst(4).utf8)
    guard characters.count == 8, CheckDigit.isValidModulo11(characters),
      let issn = Self.printed(characters.dropLast())
    else { return nil }
    self.issn = issn
    variant = ""
    issue = ""
  }

  /// The 13 digits of its EAN-13, with variant 00 if none is known.
  public var ean13: [UInt8] {
    let body = Array("977".utf8) + issn.utf8.filter { $0 != UInt8(ascii: "-") }.dropLast()
    let digits = body + Array((variant.isEmpty ? "00" : variant).utf8)
    return digits + [CheckDigit.gs1(digits)].compactMap(\.self)
  }

  private static func printed(_ body: ArraySlice<UInt8>) -> String? {
    guard let check = CheckDigit.modulo11(body) else { return nil }
    let text = String(decoding: body + [check], as: UTF8.self)
    return "\(text.prefix(4))-\(text.dropFirst(4))"
  }
}
