/// Check digits of trade item numbers and of symbologies that leave them optional.
public enum CheckDigit {
  /// The digit that completes a GTIN, SSCC or other GS1 key (GS1 General Specifications 7.9: weights 3
  /// and 1 from the right, modulo 10).
  ///
  /// - Parameter digits: ASCII digits without the check digit; any length.
  /// - Returns: the ASCII check digit, or `nil` if `digits` contains anything but digits.
  public static func gs1(_ digits: some BidirectionalCollection<UInt8>) -> UInt8? {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      guard (0x30...0x39).contains(digit) else { return nil }
      sum += Int(digit - 0x30) * (index.isMultiple(of: 2) ? 3 : 1)
    }
    return UInt8(0x30 + (10 - sum % 10) % 10)
  }

  /// Whether the last digit of a GS1 key is correct.
  ///
  /// - Parameter digits: ASCII digits with the check digit; at least two.
  /// - Returns: `false` also if `digits` contains anything but digits.
  public static func isValidGS1(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = digits.last, digits.count > 1 else { return false }
    return gs1(digits.dropLast()) == last
  }

  /// The character that completes an ISBN-10 or ISSN.
  ///
  /// Weights 2, 3 and so on from the right, modulo 11, X for ten (ISO 2108:1992 annex A, ISO 3297:2022 annex
  /// A).
  ///
  /// - Parameter digits: ASCII digits without the check character, nine at most.
  /// - Returns: the ASCII check character, or `nil` if `digits` contains anything but digits.
  public static func modulo11(_ digits: some BidirectionalCollection<UInt8>) -> UInt8? {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      guard (0x30...0x39).contains(digit) else { return nil }
      sum += Int(digit - 0x30) * (index + 2)
    }
    let check = (11 - sum % 11) % 11
    return check == 10 ? UInt8(ascii: "X") : UInt8(0x30 + check)
  }

  /// Whether the last character of an ISBN-10 or ISSN is correct.
  ///
  /// - Returns: `false` also if anything but digits precedes it.
  public static func isValidModulo11(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = digits.last, digits.count > 1 else { return false }
    return modulo11(digits.dropLast()) == last
  }

  /// Whether a number has the check digit that its symbology requires.
  ///
  /// - Parameters:
  ///   - digits: ASCII digits as printed, check digit included.
  ///   - symbology: EAN-13, EAN-8, UPC-A, UPC-E, or ITF for an ITF-14.
  /// - Returns: `nil` for any other length, and for a symbology that requires none.
  public static func isRight(_ digits: [UInt8], as symbology: Symbology) -> Bool? {
    switch symbology {
    case .ean13 where digits.count == 13: isValidGS1(digits)
    case .upcA where digits.count == 12: isValidGS1(digits)
    case .ean8 where digits.count == 8: isValidGS1(digits)
    case .upcE where digits.count == 8:
      [0x30, 0x31].contains(digits[0]) && expandedUPCE(digits).map(isValidGS1) == true
    case .itf where digits.count == 14: isValidGS1(digits)
    default: nil
    }
  }

  /// Whether the last character of a Code 39 is a correct modulo-43 check of those before it (ISO/IEC 16388 annex A).
  public static func isValidModulo43(_ bytes: [UInt8]) -> Bool {
    let values = bytes.compactMap { code39.firstIndex(of: $0) }
    guard values.count == bytes.count, values.count > 1, let check = values.last else {
      return false
    }
    return values.dropLast().reduce(0, +) % 43 == check
  }

  private static let code39 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

  /// The 12-digit UPC-A form of an 8-digit UPC-E (GS1 General Specifications 5.2.2.4).
  ///
  /// - Parameter digits: eight ASCII digits: number system 0 or 1, six digits, check digit.
  /// - Returns: twelve ASCII digits, or `nil` if `digits` has another form.
  public static func expandedUPCE(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count == 8, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let body = Array(digits[1...6])
    let zero = UInt8(ascii: "0")
    let middle: [UInt8]
    switch body[5] {
    case UInt8(ascii: "0")...UInt8(ascii: "2"):
      middle = [body[0], body[1], body[5], zero, zero, zero, zero, body[2], body[3], body[4]]
    case UInt8(ascii: "3"):
      middle = Array(body[0...2]) + [zero, zero, zero, zero, zero, body[3], body[4]]
    case UInt8(ascii: "4"):
      middle = Array(body[0...3]) + [zero, zero, zero, zero, zero, body[4]]
    default:
      middle = Array(body[0...4]) + [zero, zero, zero, zero, body[5]]
    }
    return [digits[0]] + middle + [digits[7]]
  }
}
