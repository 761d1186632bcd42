/// International Standard Book Numbers, as printed on the backs of books (ISO 2108:2017).
public enum BookNumber {
  /// The ISBN-13 that a code holds.
  ///
  /// - Parameter barcode: An EAN-13 with the prefix 978 or 979, a GS1 code whose GTIN is one, or any code
  ///   whose text is an ISBN-10 or ISBN-13, with or without hyphens and the letters ISBN before it.
  /// - Returns: 13 digits, or `nil` if the code holds no ISBN or its check digit is wrong. 979-0 is music
  ///   (ISMN, ISO 10957:2021), not an ISBN.
  public static func isbn13(of barcode: Barcode) -> String? {
    if barcode.symbology == .ean13 { return isbn13(barcode.bytes) }
    guard !barcode.symbology.isRetail else { return nil }
    if barcode.traits.gs1 {
      // Identifier 01, then the GTIN-13 with a leading zero.
      return barcode.bytes.starts(with: "010".utf8)
        ? isbn13(barcode.bytes.dropFirst(3).prefix(13)) : nil
    }
    return isbn13(inText: barcode.text)
  }

  /// The ISBN-13 of a code that is very unlikely to be anything else.
  ///
  /// - Returns: Like `isbn13(of:)`, but `nil` for ten bare digits outside retail codes: one member number in
  ///   eleven is also a valid ISBN-10.
  public static func isbn13(statedBy barcode: Barcode) -> String? {
    let isBare = barcode.text.utf8.count == 10
    return isBare ? nil : isbn13(of: barcode)
  }

  /// The ISBN-13 in a text that holds nothing else but hyphens and, optionally, the letters ISBN before it.
  public static func isbn13(inText text: String) -> String? {
    forms(of: text).lazy.compactMap { characters in
      switch characters.count {
      case 13: isbn13(characters)
      case 10: isbn13(fromISBN10: characters)
      default: nil
      }
    }.first
  }

  /// The ISBN-10 of the same book.
  ///
  /// - Parameter isbn13: 13 digits with their check digit.
  /// - Returns: `nil` for the prefix 979, which has no ISBN-10 (ISO 2108:2017 annex B).
  public static func isbn10(for isbn13: String) -> String? {
    let body = Array(isbn13.utf8).dropFirst(3).dropLast()
    guard isbn13.hasPrefix("978"), body.count == 9, let check = CheckDigit.modulo11(body) else {
      return nil
    }
    return String(decoding: body + [check], as: UTF8.self)
  }

  /// The text without grouping and prefixes: as it is, and with the prefix of `ISBN-13: …` removed.
  private static func forms(of text: String) -> [[UInt8]] {
    var rest = text.uppercased()[...]
    // RFC 8254: urn:isbn:…
    if rest.hasPrefix("URN:ISBN") { rest = rest.dropFirst(4) }
    var forms = [rest]
    if rest.hasPrefix("ISBN") {
      rest = rest.dropFirst(4)
      let bare = rest.drop { $0 == "-" || $0 == " " }
      forms = [rest] + (["13", "10"].contains(bare.prefix(2)) ? [bare.dropFirst(2)] : [])
    }
    return forms.map { form in
      form.unicodeScalars.filter { !separators.contains($0) }
        .map { UInt8(exactly: $0.value) ?? 0 }
    }
  }

  /// Space, colon, and the hyphens that publishers and word processors use.
  private static let separators: Set<Unicode.Scalar> = [
    " ", ":", "-", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}",
  ]

  private static func isbn13(_ digits: some BidirectionalCollection<UInt8>) -> String? {
    guard digits.count == 13, CheckDigit.isValidGS1(digits) else { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    let isBook = text.hasPrefix("978") || (text.hasPrefix("979") && !text.hasPrefix("9790"))
    return isBook ? text : nil
  }

  private static func isbn13(fromISBN10 characters: [UInt8]) -> String? {
    let body = Array("978".utf8) + characters.dropLast()
    guard CheckDigit.isValidModulo11(characters), let check = CheckDigit.gs1(body) else {
      return nil
    }
    return String(decoding: body + [check], as: UTF8.self)
  }
}
