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
