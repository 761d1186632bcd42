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
