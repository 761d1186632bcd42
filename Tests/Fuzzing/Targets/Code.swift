import Cards

@testable import VaultFormat

/// What a stranger printed into a code of any kind, which the first byte chooses, or what a person types of it.
///
/// A code is stored and read again with the same result; a number of a book has 13 digits.
func takeCode(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let text = String(decoding: input.dropFirst(), as: UTF8.self)
  let kinds = Symbology.allCases
  var code = Barcode(
    symbology: kinds[Int(first) % kinds.count], bytes: Array(input.dropFirst()), text: text)
  for isGS1 in [false, true] {
    code.traits.gs1 = isGS1
    precondition(Barcode(stored: code.stored) == code, "what was stored is read alike")
    let elements = ElementString(code, year: 2026)
    precondition(elements?.elements.isEmpty != true, "it has a piece")
    if let book = BookNumber.isbn13(of: code) {
      precondition(book.utf8.count == 13, "a book has 13 digits")
    }
    _ = (elements?.text, elements?.expiry, PeriodicalNumber(code)?.ean13, KeyMark.isIn(code))
    _ = (code.canonicalBytes, code.canonicalHash, code.isWithinBounds)
  }
  _ = PrintedElements(text, year: 2026)?.elements.text
}
