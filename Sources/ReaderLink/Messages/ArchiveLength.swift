internal import Cards

/// A length in messages about archives: an unsigned 32-bit little-endian integer.
enum ArchiveLength {
  static let byteCount = 4

  /// The bytes of a length below 2^32.
  static func bytes(of length: Int) -> [UInt8] {
    Array(UInt64(length).bigEndianBytes.reversed().prefix(byteCount))
  }

  /// Removes a length from the front.
  ///
  /// - Throws: `WireError.malformed` when there are too few bytes.
  static func take(from rest: inout ArraySlice<UInt8>) throws(WireError) -> Int {
    guard rest.count >= byteCount else { throw .malformed }
    let length = Int(UInt64(bigEndian: ArraySlice(rest.prefix(byteCount).reversed())))
    rest = rest.dropFirst(byteCount)
    return length
  }
}
