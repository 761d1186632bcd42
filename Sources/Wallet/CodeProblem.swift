package import Cards

/// Why a text is not a code.
package enum CodeProblem: Sendable, Hashable {
  /// Its bytes are not UTF-8.
  case notUnicode
  /// It is empty, or has more bytes than `Barcode.maximumByteCount`.
  case wrongLength
  /// A piece of a GS1 code is wrong: its title in the GS1 tables, empty where there is none, and its fault.
  case element(title: String, ElementString.Fault)
  /// The check character of a book's ISBN, or else of a periodical's ISSN, is wrong.
  case publication(isBook: Bool)
  /// The digit that was typed as `?` cannot be computed.
  case unreadableDigit(UnreadableDigit.Problem)
  /// A `?` was typed, and so many characters of this symbology have no check digit.
  case noCheckDigit(characterCount: Int, Symbology)
  /// A `?` was typed, and a number of so many characters may be of a symbology without check digits.
  case perhapsNoCheckDigit(characterCount: Int)
  /// It has characters that Code 39 does not have.
  case notCode39
  /// It was to be an EAN-13, and is a whole UPC-A number.
  case completeUPCA
  /// It does not have the number of digits that its symbology asks for, or its check digit is wrong.
  case wrongNumber(Symbology, digitCount: Int)
}
