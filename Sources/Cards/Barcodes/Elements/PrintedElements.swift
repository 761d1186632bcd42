/// A GS1 code as printed for people: `(01)09521234543213(17)261231`.
public struct PrintedElements: Sendable, Hashable {
  /// The symbol's bytes: identifiers and data, with separators after pieces of variable length.
  public let bytes: [UInt8]
  /// The parsed bytes.
  public let elements: ElementString

  /// Parses the printed form, ignoring spaces; `nil` for anything else.
  ///
  /// Data that do not match their identifier become faults of `elements`.
  ///
  /// - Parameters:
  ///   - text: Starts with an assigned identifier in brackets.
  ///   - year: The current year, which decides the century of dates.
  public init?(_ text: String, year: Int) {
    let bytes = Self.bytes(of: Array(text.utf8.filter { $0 != UInt8(ascii: " ") }))
    guard let bytes, let elements = ElementString(bytes, year: year) else { return nil }
    self.bytes = bytes
    self.elements = elements
  }

  /// Parses the symbol's own characters, without brackets; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - text: May contain separators (0x1D).
  ///   - year: The current year, which decides the century of dates.
  public init?(plain text: String, year: Int) {
    guard let elements = ElementString(Array(text.utf8), year: year) else { return nil }
    bytes = Array(text.utf8)
    self.elements = elements
  }

  private static func bytes(of characters: [UInt8]) -> [UInt8]? {
    guard identifierCount(at: characters[...]) != nil else { return nil }
    var bytes: [UInt8] = []
    var rest = characters[...]
    while let count = identifierCount(at: rest) {
      let identifier = rest.dropFirst().prefix(count)
      rest = rest.dropFirst(count + 2)
      var data: [UInt8] = []
      while let next = rest.first, identifierCount(at: rest) == nil {
        data.append(next)
        rest.removeFirst()
      }
      bytes += identifier + data
      let firstTwo = String(decoding: identifier.prefix(2), as: UTF8.self)
      if !rest.isEmpty, ApplicationIdentifier.predefinedCount(startingWith: firstTwo) == nil {
        bytes.append(ElementString.separator)
      }
    }
    return bytes
  }

  /// The number of digits between the brackets at the start, if they are an identifier; data may contain
  /// brackets too.
  private static func identifierCount(at characters: ArraySlice<UInt8>) -> Int? {
    guard characters.first == UInt8(ascii: "(") else { return nil }
    let digits = characters.dropFirst().prefix { (0x30...0x39).contains($0) }
    guard characters.dropFirst(digits.count + 1).first == UInt8(ascii: ")"), digits.count < 5,
      ApplicationIdentifier.row(for: String(decoding: digits, as: UTF8.self)) != nil
    else { return nil }
    return digits.count
  }
}
