internal import Cards

/// What all segments of one command share, so that one undo undoes one command: `Format.md`, section 5.
package struct CommandID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// A new one.
  package init(using generator: inout some RandomNumberGenerator) {
    high = .random(in: 0 ... .max, using: &generator)
    low = .random(in: 0 ... .max, using: &generator)
  }

  /// Reads 16 bytes; `nil` for any other number of them.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.prefix(8))
    low = UInt64(bigEndian: bytes.suffix(8))
  }

  /// Its 16 bytes.
  package var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}
