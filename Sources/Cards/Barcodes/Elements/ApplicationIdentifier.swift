/// The meaning of one element of a GS1 code: a row of the table of application identifiers.
struct ApplicationIdentifier: Sendable {
  /// How the data are presented to people.
  enum Reading: Sendable, Hashable {
    /// As they are.
    case plain
    /// A key; the given number of its first characters end in a check digit.
    case key(Int)
    /// YYMMDD.
    case date
    /// One or two dates in the form YYMMDD.
    case dates
    /// YYMMDD, then hours, minutes and seconds, each optional.
    case moment
    /// A number in this unit; the identifier's last digit gives its number of decimals.
    case measure(String)
    /// An amount in the local currency; the identifier's last digit gives its number of decimals.
    case amount
    /// Three digits of ISO 4217, then an amount.
    case money
    /// Per cent; the identifier's last digit gives its number of decimals.
    case percent
    /// Hundredths of a degree in this unit, followed by a hyphen if below zero.
    case temperature(String)
  }

  /// The identifier; a trailing `n` stands for any digit.
  let pattern: String
  /// Its name, in plain words.
  let title: String
  let format: ElementFormat
  let reading: Reading

  init(_ pattern: String, _ format: String, _ title: String, _ reading: Reading = .plain) {
    self.pattern = pattern
    self.title = title
    self.format = ElementFormat(format)
    self.reading = reading
  }

  /// The row for an identifier of two to four digits; `nil` if it is not assigned.
  static func row(for digits: String) -> ApplicationIdentifier? {
    table.first { $0.matches(digits) }
  }

  /// How many digits the identifier at the start of an element has, judging by its first two (GS1 General
  /// Specifications 3.2, figure 3.2-1).
  ///
  /// - Returns: 2 to 4, or `nil` if no identifier starts with these.
  static func digitCount(startingWith firstTwo: String) -> Int? {
    table.first { firstTwo.hasPrefix($0.pattern.prefix(2).prefix { $0 != "n" }) }?.pattern.count
  }

  /// The length of an element including its identifier, if it needs no separator after it (GS1 General
  /// Specifications, figure 7.8.5-1).
  ///
  /// - Parameter firstTwo: the first two digits of the identifier.
  /// - Returns: `nil` if a separator must follow, unless the element is the last.
  static func predefinedCount(startingWith firstTwo: String) -> Int? {
    switch firstTwo {
    case "00": 20
    case "01", "02", "03", "04", "41": 16
    case "11", "12", "13", "14", "15", "16", "17", "18", "19": 8
    case "20": 4
    case "31", "32", "33", "34", "35", "36": 10
    default: nil
    }
  }

  private func matches(_ digits: String) -> Bool {
    guard pattern.last == "n" else { return digits == pattern }
    guard digits.count == pattern.count, digits.hasPrefix(pattern.dropLast()),
      let last = digits.last?.wholeNumberValue
    else { return false }
    return last <= largestLastDigit
  }

  /// The highest number of decimals (GS1 General Specifications 3.6 and 3.9).
  private var largestLastDigit: Int {
    switch reading {
    case .measure: 5
    case .percent: 3
    default: pattern == "395n" ? 5 : 9
    }
  }
}

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
