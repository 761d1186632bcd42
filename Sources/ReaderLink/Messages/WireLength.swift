/// A length on the pipes: an unsigned 32-bit little-endian integer.
enum WireLength {
  static let byteCount = 4

  /// The bytes of a length below 2^32.
  static func bytes(of length: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
  }

  /// The length with these bytes.
  static func length(_ bytes: some Collection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Removes a length from the front.
  ///
  /// - Throws: `WireError.malformed` when there are too few bytes.
  static func take(from rest: inout ArraySlice<UInt8>) throws(WireError) -> Int {
    guard rest.count >= byteCount else { throw .malformed }
    defer { rest = rest.dropFirst(byteCount) }
    return length(rest.prefix(byteCount))
  }
}
