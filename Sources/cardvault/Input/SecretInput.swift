internal import Glibc
internal import Sealing
internal import SystemPackage

/// Text that may be a key, taken from a descriptor straight into guarded memory.
struct SecretInput: ~Copyable {
  /// More than any key with blanks around its characters.
  static let longestByteCount = 4_096

  private let text: SecretBytes
  /// How many bytes there are.
  private(set) var byteCount = 0

  init() throws {
    text = try Failure.guarded { () throws(SealingError) in
      try SecretBytes(byteCount: Self.longestByteCount)
    }
  }

  /// Whether nothing more fits.
  var isFull: Bool { byteCount == Self.longestByteCount }

  /// Takes all there is, or as much as fits.
  mutating func take(allFrom descriptor: FileDescriptor) throws {
    while !isFull, try take(Self.longestByteCount, from: descriptor) > 0 {}
  }

  /// Takes a line and its end, byte by byte, so that nothing behind it is taken.
  ///
  /// - Returns: Whether there was any; what does not fit is skipped.
  mutating func take(lineFrom descriptor: FileDescriptor) throws -> Bool {
    let before = byteCount
    while try take(1, from: descriptor) == 1 {
      if text.withBytes({ $0[byteCount - 1] }) == UInt8(ascii: "\n") { return true }
      // A line that long is none; it is read to its end so that it answers no other question.
      if isFull { byteCount = before }
    }
    return byteCount > before
  }

  /// Forgets what came after the first `count` bytes.
  mutating func forget(after count: Int) { byteCount = min(byteCount, count) }

  /// Lends what there is.
  func withBytes<Value: ~Copyable, Problem: Error>(
    _ body: (Span<UInt8>) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try text.withBytes { (text) throws(Problem) in try body(text.extracting(first: byteCount)) }
  }

  /// Reads once, at most `limit` bytes; 0 at the end.
  private mutating func take(_ limit: Int, from descriptor: FileDescriptor) throws -> Int {
    let (start, limit) = (byteCount, min(limit, Self.longestByteCount - byteCount))
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
      throw Failure(
        "cannot read the key",
        because: "the system says: \(Errno(rawValue: error.code).description)",
        try: "look at the disk it comes from", status: .unexpected)
    }
    byteCount += count
    return count
  }
}

extension Failure {
  /// Does something with keys and puts its error into words; no key file is concerned.
  static func guarded<Value: ~Copyable>(
    _ body: () throws(SealingError) -> Value
  ) throws -> Value {
    do throws(SealingError) { return try body() } catch { throw Failure(restoring: error) }
  }
}
