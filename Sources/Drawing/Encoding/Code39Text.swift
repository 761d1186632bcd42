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
      return bytes.dropLast().flatMap(FullASCII.pair) + bytes.suffix(1)
    case "]A4":
      return bytes.flatMap(FullASCII.pair)
    case "]A0", "]A1":
      return bytes.allSatisfy(plain.contains) ? bytes : bytes.flatMap(FullASCII.pair)
    default:
      let needsPairs = !bytes.allSatisfy(plain.contains) || bytes.contains(where: shifts.contains)
      return needsPairs ? bytes.flatMap(FullASCII.pair) : bytes
    }
  }

  private static let plain = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  private static let shifts = Set("$/+%".utf8)
}
