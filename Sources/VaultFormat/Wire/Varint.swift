/// Protobuf's variable-length numbers (protobuf.dev, "Encoding"): seven bits in each byte, the least
/// significant first, with the top bit set in all bytes but the last.
package enum Varint {
  /// Reads a number of up to ten bytes.
  ///
  /// The tenth byte has room for only one more bit; its others are dropped, as in protobuf's library.
  ///
  /// - Returns: the number; `nil` if its tenth byte is not the last.
  /// - Throws: what `next` throws.
  package static func number<Failure: Error>(
    _ next: () throws(Failure) -> UInt8
  ) throws(Failure) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try next()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// The bytes of a number, in the shortest form.
  package static func bytes(of number: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], number)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
