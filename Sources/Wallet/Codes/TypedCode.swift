package import Cards

/// The text of a code as a person typed it off a card.
package struct TypedCode: Sendable {
  /// What the text turns out to be.
  package enum Meaning: Sendable, Hashable {
    /// This code, and what a person should know of how it was found, in order.
    case code(Barcode, notes: [Note])
    /// A person must say what it is: then ask again with that symbology.
    case unclear(UnclearNumber)
  }

  /// Something that was concluded from the text.
  package enum Note: Sendable, Hashable {
    /// The check digit was missing, and was added.
    case checkDigitAdded(Character)
    /// The check digit leaves only this one for the digit that was typed as `?`.
    case digitFound(Character)
    /// It was taken as a GS1 code of pieces with these titles.
    case elements([String])
    /// It was taken as the EAN-13 of this ISBN.
    case book
    /// It was taken as the EAN-13 of this ISSN.
    case periodical
  }

  let text: String

  /// Takes what may be a code.
  ///
  /// - Parameter text: What was typed.
  /// - Throws: `WalletError.code(.notUnicode)`, `.code(.wrongLength)` or `.keyTyped`.
  package init(_ text: String) throws(WalletError) {
    // U+FFFD stands where bytes were no UTF-8.
    guard !text.contains("\u{FFFD}") else { throw .code(.notUnicode) }
    guard !text.isEmpty, text.utf8.count <= Barcode.maximumByteCount else {
      throw .code(.wrongLength)
    }
    guard !KeyMark.stands(in: Array(text.utf8)) else { throw .keyTyped }
    self.text = text
  }

  /// The code that is meant, as printed on the card.
  ///
  /// Without a symbology, it has that of the code that it replaces; else length and check digit decide for
  /// EAN-13, UPC-A or EAN-8; all else is Code 128. A number that may be one of several is unclear. One `?` in
  /// a number stands for a digit that nobody can read, and is solved by the check digit.
  ///
  /// - Parameters:
  ///   - symbology: The symbology, where a person named one.
  ///   - old: The code that it replaces.
  ///   - today: The day of now, which decides the century of dates in a GS1 code.
  /// - Returns: What it is.
  /// - Throws: `WalletError.code`.
  package func meaning(
    as symbology: Symbology? = nil, replacing old: Barcode? = nil, today: CalendarDate
  ) throws(WalletError) -> Meaning {
    let kind = symbology ?? old?.symbology
    // All other kinds may hold such digits as they are.
    if kind.map({ $0.isRetail || symbology == nil && $0 == .code128 }) ?? true,
      let folded = DigitFolding.folded(text)
    {
      return try TypedCode(folded).meaning(as: symbology, replacing: old, today: today)
    }
    if symbology == nil, let unclear = UnclearNumber(text, replacing: old) {
      return .unclear(unclear)
    }
    if let elements = try elements(as: kind, year: today.year) { return elements }
    if let publication = try publication(as: kind) { return publication }
    return try number(as: kind)
  }

  /// What was typed without the blanks and hyphens that group digits.
  var bare: [UInt8] { Self.bare(text.utf8) }

  /// Characters without the blanks and hyphens that group digits.
  static func bare(_ characters: some Sequence<UInt8>) -> [UInt8] {
    characters.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
  }
}
