/// The contents of a GS1 code, piece by piece: application identifiers and their data.
///
/// Nothing is left out: a piece that matches no rule is kept unchanged, with a fault, and parsing resumes after
/// the next separator.
public struct ElementString: Sendable, Hashable {
  /// What is wrong with a piece.
  public enum Fault: Sendable, Hashable {
    /// No application identifier starts like this.
    case unknownIdentifier
    /// The data have a different length or other characters than the identifier requires.
    case malformed
    /// The check digit does not match the other digits.
    case wrongCheckDigit
    /// There is no such date or time.
    case noSuchDate
  }

  /// One piece.
  public struct Element: Sendable, Hashable {
    /// The application identifier, two to four digits; empty if the piece could not be parsed.
    public let identifier: String
    /// Its name in plain words; empty without an identifier.
    public let title: String
    /// The symbol's characters after the identifier, or the whole piece if there is none.
    public let data: String
    /// The data as people read them: `2026-12-31`, `1.250 kg`; the data unchanged if there is no better form.
    public let value: String
    /// What is wrong with the piece; `nil` if nothing is.
    public let fault: Fault?
    /// The last day of an expiry date.
    fileprivate var expiry: CalendarDate?
  }

  /// The pieces in the symbol's order; at least one.
  public let elements: [Element]

  /// The separator that represents FNC1 (GS1 General Specifications 7.8.3).
  static let separator: UInt8 = 0x1D

  /// Parses the elements of a code; `nil` unless the symbol is marked as GS1.
  ///
  /// - Parameters:
  ///   - barcode: Any code.
  ///   - year: The current year, which decides the century of dates.
  public init?(_ barcode: Barcode, year: Int) {
    guard barcode.traits.gs1 else { return nil }
    self.init(barcode.bytes, year: year)
  }

  init?(_ bytes: [UInt8], year: Int) {
    var elements: [Element] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      if rest.first == Self.separator {
        rest.removeFirst()
        continue
      }
      let piece = Self.nextPiece(of: rest)
      elements.append(Element(piece, year: year))
      rest = rest.dropFirst(piece.count)
    }
    guard !elements.isEmpty else { return nil }
    self.elements = elements
  }

  /// Whether no piece has a fault.
  public var isFaultless: Bool { elements.allSatisfy { $0.fault == nil } }

  /// The elements as printed under a symbol, `(01)09521234543213(17)261231` (GS1 General Specifications 4.14);
  /// `nil` if a piece could not be parsed.
  public var text: String? {
    guard elements.allSatisfy({ !$0.identifier.isEmpty }) else { return nil }
    return elements.map { "(\($0.identifier))\($0.data)" }.joined()
  }

  /// The last day that the code itself gives as its expiry: identifier 17 or 7003.
  public var expiry: CalendarDate? { elements.lazy.compactMap(\.expiry).first }

  /// The first piece: as long as its identifier prescribes, otherwise up to the next separator.
  private static func nextPiece(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let whole = bytes.prefix { $0 != separator }
    let firstTwo = String(decoding: whole.prefix(2), as: UTF8.self)
    guard let count = ApplicationIdentifier.predefinedCount(startingWith: firstTwo) else {
      return whole
    }
    return whole.prefix(count)
  }
}

extension ElementString.Element {
  fileprivate init(_ piece: ArraySlice<UInt8>, year: Int) {
    let text = String(decoding: piece, as: UTF8.self)
    let count = ApplicationIdentifier.digitCount(startingWith: String(text.prefix(2)))
    guard let count, piece.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }),
      let row = ApplicationIdentifier.row(for: String(text.prefix(count)))
    else {
      self.init(identifier: "", title: "", data: text, value: text, fault: .unknownIdentifier)
      return
    }
    let data = piece.dropFirst(count)
    guard row.format.fits(data) else {
      self.init(identifier: "", title: "", data: text, value: text, fault: .malformed)
      return
    }
    let decimals = Int(piece[piece.startIndex + count - 1]) - 0x30
    let reading = ElementReading(of: data, as: row, decimals: decimals, year: year)
    let dataText = String(decoding: data, as: UTF8.self)
    self.init(
      identifier: String(text.prefix(count)), title: row.title, data: dataText,
      value: reading.value ?? dataText, fault: reading.fault)
    if row.pattern == "17" || row.pattern == "7003" { expiry = reading.day }
  }
}
