internal import SwiftProtobuf

/// The framing of messages on the pipes: a length, then that many bytes.
enum Frame {
  /// Bytes of the length before each message.
  static let headerByteCount = WireLength.byteCount
  /// The longest message accepted: room for a page of 256 codes at their largest.
  static let maxByteCount = 4 << 20

  static func bytes(of message: some Message) throws(WireError) -> [UInt8] {
    let body: [UInt8]
    do { body = try message.serializedBytes() } catch { throw .malformed }
    guard body.count <= maxByteCount else { throw .tooLong }
    return WireLength.bytes(of: body.count) + body
  }

  static func byteCount(header: some Collection<UInt8>) throws(WireError) -> Int {
    let count = WireLength.length(header)
    guard count <= maxByteCount else { throw .tooLong }
    return count
  }

  static func message<M: Message>(_ type: M.Type, from body: [UInt8]) throws(WireError) -> M {
    do { return try M(serializedBytes: body) } catch { throw .malformed }
  }
}

/// What is wrong with bytes on a pipe.
enum WireError: Error, Hashable {
  /// A frame longer than any message of ours.
  case tooLong
  /// Bytes that are not a message, or a message that exceeds a bound.
  case malformed
  /// The other side closed its end inside a message.
  case ended
}

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
