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
