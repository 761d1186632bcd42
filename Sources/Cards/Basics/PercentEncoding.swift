/// Percent-encoding, as in URLs (RFC 3986, 2.1).
package enum PercentEncoding {
  /// Decodes `%41` and the like.
  ///
  /// - Parameter text: The text; a `%` without two hexadecimal digits after it is kept.
  /// - Returns: The bytes, which need not be UTF-8.
  package static func bytes(of text: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    bytes.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      let digits = byte == UInt8(ascii: "%") ? String(decoding: rest.prefix(2), as: UTF8.self) : ""
      guard let decoded = [UInt8](hexadecimal: digits)?.first else {
        bytes.append(byte)
        continue
      }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// Encodes everything but unreserved characters, and tildes as well, which forms encode (RFC 3986, 2.3; URL Standard,
  /// 1.3).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - spaceAsPlus: Whether a space becomes a plus sign, as in forms.
  /// - Returns: The text in ASCII.
  package static func text(of text: String, spaceAsPlus: Bool) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20 where spaceAsPlus: encoded += "+"
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += (digits.utf8.count == 1 ? "%0" : "%") + digits
      }
    }
    return encoded
  }
}
