/// The check digits of trade item numbers, from one rule.
public enum CheckDigit {
  /// The digit that completes a GTIN, SSCC or other GS1 key (GS1 General Specifications 7.9: weights 3
  /// and 1 from the right, modulo 10).
  ///
  /// - Parameter digits: ASCII digits without the check digit; any length.
  /// - Returns: the ASCII check digit, or `nil` when something other than a digit stands in `digits`.
  public static func gs1(_ digits: some BidirectionalCollection<UInt8>) -> UInt8? {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      guard (0x30...0x39).contains(digit) else { return nil }
      sum += Int(digit - 0x30) * (index.isMultiple(of: 2) ? 3 : 1)
    }
    return UInt8(0x30 + (10 - sum % 10) % 10)
  }

  /// Whether the last digit of a GS1 key is right.
  ///
  /// - Parameter digits: ASCII digits with the check digit; at least two.
  /// - Returns: `false` too when something other than a digit stands in `digits`.
  public static func isValidGS1(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = digits.last, digits.count > 1 else { return false }
    return gs1(digits.dropLast()) == last
  }

  /// The 12-digit UPC-A form of an 8-digit UPC-E (GS1 General Specifications 5.2.2.4).
  ///
  /// - Parameter digits: eight ASCII digits: number system 0 or 1, six digits, check digit.
  /// - Returns: twelve ASCII digits, or `nil` when `digits` has another form.
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
