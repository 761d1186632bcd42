/// Bytes as hexadecimal digits, two per byte (RFC 4648, 8).
extension Collection<UInt8> {
  /// The bytes as lower-case hexadecimal digits, two per byte.
  public var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * count)
    for byte in self {
      digits.append(Self.digit(byte >> 4))
      digits.append(Self.digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension [UInt8] {
  /// Reads hexadecimal digits in either case; `nil` for anything else, and for an odd number of them.
  package init?(hexadecimal text: some StringProtocol) {
    guard text.utf8.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = Self.value(of: digit) else { return nil }
      if let first = high {
        append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension UInt64 {
  /// Reads an unsigned big-endian number of up to eight bytes.
  package init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The number as eight big-endian bytes.
  package var bigEndianBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) }
  }
}

/// Colours as six hexadecimal digits (CSS Color Module Level 4, 5.2).
package enum ColourText {
  /// A colour in web notation: `#12ab00`.
  ///
  /// - Parameter rgb: The colour, 0xRRGGBB.
  /// - Returns: The text.
  package static func text(of rgb: UInt32) -> String {
    "#" + [rgb >> 16, rgb >> 8, rgb].map { UInt8(truncatingIfNeeded: $0) }.hexadecimal
  }

  /// The colour that six hexadecimal digits mean.
  ///
  /// - Parameter digits: The digits, without `#`.
  /// - Returns: The colour, 0xRRGGBB; `nil` for anything but six digits.
  package static func rgb(of digits: some StringProtocol) -> UInt32? {
    guard digits.utf8.count == 6, let parts = [UInt8](hexadecimal: digits) else { return nil }
    return parts.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Unicode.Scalar {
  /// The scalar, up to U+FFFF, as a JSON string may have it, such as `\u001b`.
  ///
  /// RFC 8259, section 7.
  package var jsonEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
