/// International Standard Book Numbers, as they stand on the backs of books (ISO 2108:2017).
public enum BookNumber {
  /// The ISBN-13 that a code holds.
  ///
  /// - Parameter barcode: An EAN-13 with the prefix 978 or 979, or any code whose text is an ISBN-10 or
  ///   ISBN-13, with or without hyphens and the letters ISBN before it.
  /// - Returns: 13 digits, or `nil` when it holds no ISBN or its check digit is wrong. 979-0 is music
  ///   (ISMN, ISO 10957:2021) and no ISBN.
  public static func isbn13(of barcode: Barcode) -> String? {
    guard !barcode.symbology.isRetail || barcode.symbology == .ean13 else { return nil }
    var text = barcode.text.uppercased()
    if text.hasPrefix("ISBN") { text.removeFirst(4) }
    let characters = Array(text.utf8.filter { ![0x20, 0x2D, 0x3A].contains($0) })
    switch characters.count {
    case 13: return isbn13(characters)
    case 10 where barcode.symbology != .ean13: return isbn13(fromISBN10: characters)
    default: return nil
    }
  }

  private static func isbn13(_ digits: [UInt8]) -> String? {
    guard CheckDigit.isValidGS1(digits) else { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    let isBook = text.hasPrefix("978") || (text.hasPrefix("979") && !text.hasPrefix("9790"))
    return isBook ? text : nil
  }

  /// Checks the ISBN-10 by its weights 10 to 1, modulo 11, X for ten (ISO 2108:1992 annex A), and gives it
  /// the prefix 978 and a new check digit.
  private static func isbn13(fromISBN10 characters: [UInt8]) -> String? {
    var sum = 0
    for (index, character) in characters.enumerated() {
      switch character {
      case 0x30...0x39: sum += (10 - index) * Int(character - 0x30)
      case UInt8(ascii: "X") where index == 9: sum += 10
      default: return nil
      }
    }
    let body = Array("978".utf8) + characters.dropLast()
    guard sum.isMultiple(of: 11), let check = CheckDigit.gs1(body) else { return nil }
    return String(decoding: body + [check], as: UTF8.self)
  }
}
