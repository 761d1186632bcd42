package import Cards
internal import Drawing
package import VaultStore

/// The text of a code as typed from a card.
package struct TypedCode: Sendable {
  /// The meaning of the text.
  package enum Meaning: Sendable, Hashable {
    /// This code, and notes on how it was found, in order.
    case code(Barcode, notes: [Note])
    /// A person must choose a symbology; call again with that.
    case unclear(UnclearNumber)
  }

  /// A conclusion drawn from the text.
  package enum Note: Sendable, Hashable {
    /// The check digit was missing, and was added.
    case checkDigitAdded(Character)
    /// The digit typed as `?` was computed from the check digit.
    case digitFound(Character)
    /// It was read as a GS1 code whose elements have these titles.
    case elements([String])
    /// It was read as the EAN-13 of this ISBN.
    case book
    /// It was read as the EAN-13 of this ISSN.
    case periodical
    /// It differs from the digits that were read on the photo.
    case differsFromPhoto
  }

  let text: String

  /// Creates a typed code.
  ///
  /// - Throws: `WalletError.code(.notUnicode)`, `.code(.wrongLength)` or `.keyTyped`.
  package init(_ text: String) throws(WalletError) {
    // U+FFFD replaces bytes that are not UTF-8.
    guard !text.contains("\u{FFFD}") else { throw .code(.notUnicode) }
    guard !text.isEmpty, text.utf8.count <= Barcode.maxByteCount else {
      throw .code(.wrongLength)
    }
    guard !KeyMark.isIn(Array(text.utf8)) else { throw .keyTyped }
    self.text = text
  }

  /// The code that is meant, as printed on the card.
  ///
  /// If no symbology is named, that of the replaced code is used; otherwise length and check digit decide for
  /// EAN-13, UPC-A or EAN-8, and everything else is Code 128. A number with several possible meanings is unclear.
  /// One `?` in a number marks an unreadable digit, which is computed from the check digit.
  ///
  /// - Parameters:
  ///   - symbology: The symbology, if a person named one.
  ///   - form: How the text is written, if that person's name for the symbology tells.
  ///   - old: The code that it replaces.
  ///   - today: Today's date, which decides the century of dates in a GS1 code.
  /// - Returns: The meaning.
  /// - Throws: `WalletError.code`.
  package func meaning(
    as symbology: Symbology? = nil, form: NamedSymbology.Form? = nil, replacing old: Barcode? = nil,
    today: CalendarDate
  ) throws(WalletError) -> Meaning {
    let meaning = try ownMeaning(as: symbology, form: form, replacing: old, today: today)
    guard let old, case .code(let barcode, let notes) = meaning, !old.admits(barcode) else {
      return meaning
    }
    return .code(barcode, notes: notes + [.differsFromPhoto])
  }

  /// The code of a symbology that a person chose while correcting one, or while adding the first.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - symbology: What was chosen.
  ///   - form: How the text is written, if the name that was chosen tells.
  ///   - old: The code that it replaces, if any; an unchanged text keeps its bytes, also those that nobody can type.
  ///   - today: Today's date.
  /// - Returns: The code, and notes on how it was found.
  /// - Throws: `WalletError` as `init` and `meaning`.
  package static func correction(
    _ text: String, as symbology: Symbology, form: NamedSymbology.Form? = nil, of old: Barcode?,
    today: CalendarDate
  ) throws(WalletError) -> (barcode: Barcode, notes: [Note]) {
    let tellsMore = form != NamedSymbology(symbology).form && form != nil
    if !tellsMore, let old, text == old.text, symbology == old.symbology { return (old, []) }
    let meaning = try TypedCode(text)
      .meaning(as: symbology, form: form, replacing: old, today: today)
    guard case .code(let barcode, let notes) = meaning else {
      preconditionFailure("a number whose symbology was chosen is not unclear")
    }
    return (barcode, notes)
  }

  /// The meaning by itself, whatever was read on a photo.
  private func ownMeaning(
    as symbology: Symbology?, form: NamedSymbology.Form?, replacing old: Barcode?,
    today: CalendarDate
  ) throws(WalletError) -> Meaning {
    let kind = symbology ?? old?.symbology
    // All other symbologies can contain such digits literally.
    if kind.map({ $0.isRetail || symbology == nil && $0 == .code128 }) ?? true,
      let folded = DigitFolding.folded(text)
    {
      return try TypedCode(folded).ownMeaning(
        as: symbology, form: form, replacing: old, today: today)
    }
    if symbology == nil, let unclear = UnclearNumber(text, replacing: old) {
      return .unclear(unclear)
    }
    if form == .fullASCII, let kind { return try fullASCII(as: kind, year: today.year) }
    if let elements = try elements(as: kind, isNamed: form == .gs1, year: today.year) {
      return elements
    }
    if let publication = try publication(as: kind, form: form) { return publication }
    return try number(as: kind)
  }

  /// The text without the spaces and hyphens that group digits.
  var bare: [UInt8] { Self.bare(text.utf8) }

  /// Characters without the spaces and hyphens that group digits.
  static func bare(_ characters: some Sequence<UInt8>) -> [UInt8] {
    characters.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
  }
}

/// Converts numbers from input methods and web pages to ASCII.
enum DigitFolding {
  /// Converts a number whose digits, spaces or hyphens are not ASCII (full-width digits, no-break spaces); `nil` if the
  /// text is not just a number, or is ASCII already.
  static func folded(_ text: String) -> String? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var folded = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .decimalNumber: folded += scalar.properties.numericValue.map { "\(Int($0))" } ?? ""
      case .spaceSeparator: folded += " "
      case .dashPunctuation: folded += "-"
      // Invisible characters: joiners, direction marks.
      case .format: continue
      default:
        // The minus sign, and the sign for an unreadable digit.
        guard let sign = ["\u{2212}": "-", "?": "?", "\u{FF1F}": "?"][scalar] else { return nil }
        folded += sign
      }
    }
    return folded.utf8.contains { (0x30...0x39).contains($0) } ? folded : nil
  }
}

extension Vault {
  /// Checks that a typed code can be drawn, and that no other card has it.
  ///
  /// - Parameters:
  ///   - barcode: The code.
  ///   - card: The card that it is for, if that is in the vault.
  /// - Throws: `WalletError.undrawable` or `.codeTaken`.
  package func check(_ barcode: Barcode, for card: CardID? = nil) throws(WalletError) {
    do throws(DrawingError) { _ = try DrawnSymbol(barcode) } catch { throw .undrawable(error) }
    if let other = self.card(with: barcode, otherThan: card) {
      throw .codeTaken(cardName: other.name)
    }
  }

  /// Another card that has a code.
  ///
  /// - Parameters:
  ///   - barcode: The code.
  ///   - card: The card that it is for, if that is in the vault.
  /// - Returns: The first of them by name; `nil` if there is none.
  package func card(with barcode: Barcode, otherThan card: CardID? = nil) -> Card? {
    cards(with: barcode).first { $0.id != card }
  }
}

extension TypedCode.Note {
  /// What was concluded from a typed text; of the number itself, the found digit at most.
  package var words: String {
    switch self {
    case .checkDigitAdded(let digit): "The check digit was missing and was added: …\(digit)"
    case .digitFound(let digit):
      "The unreadable digit is \(digit): the check digit allows no other. Compare it with the card."
    case .elements(let titles): "Read as a GS1 code: \(titles.joined(separator: ", "))"
    case .book: "Read as the EAN-13 of this ISBN."
    case .periodical: "Read as the EAN-13 of this ISSN."
    case .differsFromPhoto:
      "It differs from the digits that were read on the photo: compare it with the card once more."
    }
  }
}
