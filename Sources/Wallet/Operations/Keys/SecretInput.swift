internal import Glibc
internal import Sealing
package import SystemPackage

/// Text that may be a key, read from a descriptor straight into guarded memory.
package struct SecretInput: ~Copyable {
  /// More than any key, even with spaces around its characters.
  package static let maxByteCount = 4_096

  private let text: SecretBytes
  package private(set) var byteCount = 0

  package init() throws {
    text = try Failure.guarded { () throws(SealingError) in
      try SecretBytes(byteCount: Self.maxByteCount)
    }
  }

  /// Whether nothing more fits.
  package var isFull: Bool { byteCount == Self.maxByteCount }

  /// Reads to the end, or as much as fits.
  package mutating func take(allFrom descriptor: FileDescriptor) throws {
    while !isFull, try take(Self.maxByteCount, from: descriptor) > 0 {}
  }

  /// Reads one line with its line end, byte by byte, so that nothing after it is read.
  ///
  /// What does not fit is skipped; returns whether there was a line.
  package mutating func take(lineFrom descriptor: FileDescriptor) throws -> Bool {
    let before = byteCount
    while try take(1, from: descriptor) == 1 {
      if text.withBytes({ $0[byteCount - 1] }) == UInt8(ascii: "\n") { return true }
      // Such a long line is not a key; it is read to its end so that it does not answer the next question.
      if isFull { byteCount = before }
    }
    return byteCount > before
  }

  /// Forgets what came after the first `count` bytes.
  package mutating func forget(after count: Int) { byteCount = min(byteCount, count) }

  /// Lends the bytes read so far.
  package func withBytes<Value: ~Copyable, Problem: Error>(
    _ body: (Span<UInt8>) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try text.withBytes { (text) throws(Problem) in try body(text.extracting(first: byteCount)) }
  }

  /// Reads once, at most `limit` bytes; 0 at the end.
  private mutating func take(_ limit: Int, from descriptor: FileDescriptor) throws -> Int {
    let (start, limit) = (byteCount, min(limit, Self.maxByteCount - byteCount))
    let count: Int
    do throws(SystemFailure) {
      count = try SystemFailure.check {
        text.withMutableBytes { text in
          unsafe text.withUnsafeMutableBytes { bytes in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + limit])
            return unsafe read(descriptor.rawValue, rest.baseAddress, rest.count)
          }
        }
      }
    } catch {
      if error.code == EBADF {
        throw Failure.usage(
          "cannot read the key", because: "standard input is closed",
          try: "use a photo of the sheet, or type the key on a terminal")
      }
      throw Failure(
        "cannot read the key",
        because: Errno(rawValue: error.code).reason,
        try: "check the disk that it is on", status: .unexpected)
    }
    byteCount += count
    return count
  }
}
