/// A kind of barcode as people, files and programs name it; a name may also say how a code's text is written.
public struct NamedSymbology: Sendable, Hashable {
  /// How the text of a code is written.
  public enum Form: Sendable, Hashable {
    /// GS1 element strings, in brackets as printed or without (GS1 General Specifications 5.4, 4.14).
    case gs1
    /// An ISBN; the symbol holds its EAN-13.
    case book
    /// An ISSN; the symbol holds its EAN-13.
    case periodical
    /// All of ASCII; the symbol holds pairs of its 43 characters (ISO/IEC 16388 annex A).
    case fullASCII
  }

  /// The symbology.
  public let symbology: Symbology
  /// How the text is written; `nil` if the name does not say.
  public let form: Form?

  /// Finds a name in the table of symbologies.
  ///
  /// - Parameter name: for example `Code 128` or `GS1-128`; case, spaces and signs do not matter.
  public init?(_ name: String) {
    guard let named = Self.all[Self.folded(name)] else { return nil }
    self = named
  }

  /// A symbology by its own name.
  public init(_ symbology: Symbology) { self.init(symbology: symbology, form: symbology.row.form) }

  /// A symbology, and how the text is written.
  public init(symbology: Symbology, form: Form?) {
    self.symbology = symbology
    self.form = form
  }

  /// The code for a text that is written as the name says.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - year: The current year, which decides the century of dates.
  /// - Returns: The code, whose elements may have faults; `nil` if the name does not say how the text is written, or
  ///   the text is written in another way.
  public func code(of text: String, year: Int) -> Barcode? {
    switch form {
    case .gs1:
      let elements = PrintedElements(text, year: year) ?? PrintedElements(plain: text, year: year)
      return elements.flatMap { Barcode($0, as: symbology) }
    case .book: return BookNumber.isbn13(inText: text).map { ean13(Array($0.utf8)) }
    case .periodical:
      return (PeriodicalNumber(text: text) ?? PeriodicalNumber(text: "ISSN \(text)"))
        .map { ean13($0.ean13) }
    case .fullASCII:
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      // The symbol's own characters, as reading one returns them.
      return Barcode(
        symbology: symbology, bytes: text.utf8.flatMap(FullASCII.pair), text: text,
        traits: SymbolTraits(aimIdentifier: "]A0"))
    case nil: return nil
    }
  }

  private func ean13(_ digits: [UInt8]) -> Barcode {
    Barcode(symbology: symbology, bytes: digits, text: String(decoding: digits, as: UTF8.self))
  }

  private static let all: [String: NamedSymbology] = {
    var all: [String: NamedSymbology] = [:]
    for row in Symbology.table {
      let named = NamedSymbology(row.symbology)
      for name in [row.name] + row.otherNames { all[folded(name)] = named }
      for (form, names) in row.formNames {
        for name in names {
          all[folded(name)] = NamedSymbology(symbology: row.symbology, form: form)
        }
      }
    }
    return all
  }()

  private static func folded(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension Barcode {
  /// A GS1 code of printed elements; `nil` for a symbology that cannot state that it is one.
  public init?(_ printed: PrintedElements, as symbology: Symbology) {
    // The symbology identifiers of GS1 codes (ISO/IEC 15424).
    let identifiers: [Symbology: String] = [
      .code128: "]C1", .dataMatrix: "]d2", .qrCode: "]Q3", .aztec: "]z1", .dataBarExpanded: "]e0",
      .dataBarExpandedStacked: "]e0",
    ]
    guard let identifier = identifiers[symbology] else { return nil }
    self.init(
      symbology: symbology, bytes: printed.bytes,
      text: String(decoding: printed.bytes, as: UTF8.self),
      traits: SymbolTraits(aimIdentifier: identifier, gs1: true))
  }
}

/// The pairs with which Code 39 encodes the characters of ASCII that its bars lack (ISO/IEC 16388 annex A).
public enum FullASCII {
  /// A byte as the bars' own characters: itself, or a shift character and a letter.
  public static func pair(_ byte: UInt8) -> [UInt8] {
    func shifted(_ shift: Character, _ first: Character, _ offset: UInt8) -> [UInt8] {
      [shift.asciiValue ?? 0, (first.asciiValue ?? 0) + offset]
    }
    return switch byte {
    case 0x00: shifted("%", "U", 0)
    case 0x01...0x1A: shifted("$", "A", byte - 0x01)
    case 0x1B...0x1F: shifted("%", "A", byte - 0x1B)
    case 0x21...0x2C: shifted("/", "A", byte - 0x21)
    case 0x2F: shifted("/", "O", 0)
    case 0x3A: shifted("/", "Z", 0)
    case 0x3B...0x3F: shifted("%", "F", byte - 0x3B)
    case 0x40: shifted("%", "V", 0)
    case 0x5B...0x5F: shifted("%", "K", byte - 0x5B)
    case 0x60: shifted("%", "W", 0)
    case 0x61...0x7A: shifted("+", "A", byte - 0x61)
    case 0x7B...0x7F: shifted("%", "P", byte - 0x7B)
    default: [byte]
    }
  }
}
