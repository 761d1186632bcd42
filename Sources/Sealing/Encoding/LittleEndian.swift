internal import Csodium

/// Unsigned numbers as bytes, least significant first, as everywhere in the format.
extension FixedWidthInteger where Self: UnsignedInteger {
  /// Reads the number at an offset, with as many bytes as its type has.
  @inlinable
  package init(littleEndian bytes: Span<UInt8>, at offset: Int) {
    var number: Self = 0
    for index in 0..<Self.bitWidth / 8 { number |= Self(bytes[offset + index]) &<< Self(8 * index) }
    self = number
  }

  /// The number's bytes.
  @inlinable
  package var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self &>> Self(8 * $0)) }
  }
}

extension MutableSpan<UInt8> {
  /// Writes the number's bytes at an offset.
  @inlinable
  package mutating func put(
    littleEndian number: some FixedWidthInteger & UnsignedInteger, at offset: Int
  ) {
    for (index, byte) in number.littleEndianBytes.enumerated() { self[offset + index] = byte }
  }
}

/// Lower-case hexadecimal digits, two per byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  // libsodium appends a zero byte.
  var text = [CChar](repeating: 0, count: 2 * bytes.count + 1)
  unsafe sodium_bin2hex(&text, text.count, bytes, bytes.count)
  return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
