/// The form of an element's data, in the notation of GS1 General Specifications 3.2: `N14`, `X..20`,
/// `N13 [X..17]`.
struct ElementFormat: Sendable {
  struct Part: Sendable {
    let alphabet: Alphabet
    let counts: ClosedRange<Int>
  }

  /// Which characters a part may contain.
  enum Alphabet: Character, Sendable {
    case digits = "N"
    /// GS1 General Specifications, figure 7.11-1 (of ISO/IEC 646).
    case characterSet82 = "X"
    /// GS1 General Specifications, figure 7.11-2.
    case characterSet39 = "Y"
    /// GS1 General Specifications, figure 7.11-3: base 64 for file names.
    case characterSet64 = "Z"

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .digits: Self.isDigit(byte)
      case .characterSet82:
        Self.isDigit(byte) || Self.isCapital(byte) || Self.isSmall(byte)
          || Self.signs82.contains(byte)
      case .characterSet39:
        Self.isDigit(byte) || Self.isCapital(byte) || Self.signs39.contains(byte)
      case .characterSet64:
        Self.isDigit(byte) || Self.isCapital(byte) || Self.isSmall(byte)
          || Self.signs64.contains(byte)
      }
    }

    private static let signs82 = Array("!\"%&'()*+,-./:;<=>?_".utf8)
    private static let signs39 = Array("#-/".utf8)
    private static let signs64 = Array("-_=".utf8)
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  }

  private let parts: [Part]

  /// Parses the notation; anything unknown matches no data.
  init(_ notation: String) {
    parts = notation.split(separator: " ").map { word in
      let isOptional = word.hasPrefix("[")
      let bare = word.filter { $0 != "[" && $0 != "]" }
      let number = Int(bare.drop { !$0.isNumber }) ?? 0
      let least = isOptional ? 0 : bare.contains("..") ? 1 : number
      return Part(
        alphabet: bare.first.flatMap(Alphabet.init) ?? .digits, counts: least...max(least, number))
    }
  }

  /// Whether data have this form; all parts but the last have a fixed length.
  func fits(_ data: ArraySlice<UInt8>) -> Bool {
    var rest = data
    for part in parts {
      let piece = rest.prefix(part.counts.upperBound)
      guard part.counts.contains(piece.count), piece.allSatisfy(part.alphabet.contains) else {
        return false
      }
      rest = rest.dropFirst(piece.count)
    }
    return rest.isEmpty
  }
}
