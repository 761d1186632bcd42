/// What a GS1 code says, piece by piece: application identifiers and their data.
///
/// Nothing is left out: a piece that no rule fits stands there as it is, with a fault, and what follows
/// the next separator is read again.
public struct ElementString: Sendable, Hashable {
  /// What is wrong with a piece.
  public enum Fault: Sendable, Hashable {
    /// No application identifier begins so.
    case unknownIdentifier
    /// The data have another length, or other characters, than the identifier asks for.
    case malformed
    /// The check digit does not fit the other digits.
    case wrongCheckDigit
    /// The calendar or the clock has no such time.
    case noSuchDate
  }

  /// One piece.
  public struct Element: Sendable, Hashable {
    /// The application identifier, two to four digits; empty where the piece could not be taken apart.
    public let identifier: String
    /// What it is, in plain words; empty without an identifier.
    public let title: String
    /// The characters of the symbol behind the identifier, or all of the piece without one.
    public let data: String
    /// The data as people read them: `2026-12-31`, `1.250 kg`; the data themselves where nothing fits.
    public let value: String
    /// What is wrong with it; `nil` when all is well.
    public let fault: Fault?
    /// The last day that an expiry names.
    fileprivate var expiry: CalendarDate?
  }

  /// The pieces in the order of the symbol; at least one.
  public let elements: [Element]

  /// The separator that stands for FNC1 (GS1 General Specifications 7.8.3).
  static let separator: UInt8 = 0x1D

  /// Reads the elements of a code; `nil` when the symbol does not say that it is a GS1 one.
  ///
  /// - Parameters:
  ///   - barcode: Any code.
  ///   - year: The year of now, which decides the century of dates.
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

  /// Whether every piece is as its identifier asks.
  public var isFaultless: Bool { elements.allSatisfy { $0.fault == nil } }

  /// The elements as they are printed under a symbol, `(01)09521234543213(17)261231` (GS1 General
  /// Specifications 4.14); `nil` when a piece could not be taken apart.
  public var text: String? {
    guard elements.allSatisfy({ !$0.identifier.isEmpty }) else { return nil }
    return elements.map { "(\($0.identifier))\($0.data)" }.joined()
  }

  /// The last day that the code itself names as its expiry: identifier 17 or 7003.
  public var expiry: CalendarDate? { elements.lazy.compactMap(\.expiry).first }

  /// The piece at the head: as long as its identifier fixes it, else up to the next separator.
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
