package import Cards

/// Why a text is not a code.
package enum CodeProblem: Sendable, Hashable {
  /// Its bytes are not UTF-8.
  case notUnicode
  /// It is empty, or has more bytes than `Barcode.maximumByteCount`.
  case wrongLength
  /// An element of a GS1 code is wrong: its title in the GS1 tables (empty if it has none), and its fault.
  case element(title: String, ElementString.Fault)
  /// The check digit of a book's ISBN or a periodical's ISSN is wrong.
  case publication(isBook: Bool)
  /// The digit typed as `?` cannot be computed.
  case unreadableDigit(UnreadableDigit.Problem)
  /// A `?` was typed, but this symbology has no check digit at this length.
  case noCheckDigit(characterCount: Int, Symbology)
  /// A `?` was typed, but a number of this length may belong to a symbology without check digits.
  case perhapsNoCheckDigit(characterCount: Int)
  /// It contains characters that Code 39 does not have.
  case notCode39
  /// It was typed as an EAN-13, but is a complete UPC-A number.
  case completeUPCA
  /// It does not have the number of digits that its symbology requires.
  case wrongNumber(Symbology, digitCount: Int)
  /// Its check digit does not match the other digits.
  case wrongCheckDigit(Symbology)
}
