internal import Cards

/// Converts Code 39 payloads to the 43 characters that its bars can encode.
enum Code39Text {
  /// The characters to draw for a payload.
  ///
  /// Full ASCII (ISO/IEC 16388 annex A) encodes each byte that the bars lack as a pair: a shift character and a
  /// letter. `]A4` and `]A5` mean that the symbol was read that way. A payload of unknown origin uses pairs when it
  /// must, or when a reader would otherwise mistake two of its characters for a pair. The last byte of `]A5` is the
  /// check character of the pairs and is drawn unchanged.
  static func characters(for barcode: Barcode) -> [UInt8] {
    let (bytes, identifier) = (barcode.bytes, barcode.traits.aimIdentifier)
    switch identifier {
    case "]A5" where !bytes.isEmpty:
      return bytes.dropLast().flatMap(pair) + bytes.suffix(1)
    case "]A4":
      return bytes.flatMap(pair)
    case "]A0", "]A1":
      return bytes.allSatisfy(plain.contains) ? bytes : bytes.flatMap(pair)
    default:
      let needsPairs = !bytes.allSatisfy(plain.contains) || bytes.contains(where: shifts.contains)
      return needsPairs ? bytes.flatMap(pair) : bytes
    }
  }

  private static let plain = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  private static let shifts = Set("$/+%".utf8)

  private static func pair(_ byte: UInt8) -> [UInt8] {
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
