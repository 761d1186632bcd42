internal import Sealing

/// Reads protobuf's wire format (protobuf.dev, "Encoding") in place, without copying.
///
/// Opening a vault reads tens of thousands of small messages. The library's own decoder needs several times as
/// long (measured), because it first turns each into objects. Writing uses the library, and a test checks that
/// the two agree.
package struct WireReader {
  /// A field's number and how its value is written.
  package struct Field {
    package let number: UInt64
    package let form: Form

    /// Makes a field.
    package init(number: UInt64, form: Form) {
      self.number = number
      self.form = form
    }
  }

  /// The wire types.
  package enum Form: UInt64 {
    case number = 0
    case eightBytes = 1
    case bytes = 2
    case groupStart = 3
    case groupEnd = 4
    case fourBytes = 5
  }

  private static let groupDepthLimit = 32
  package static let tagByteLimit = 5
  private let message: ArraySlice<UInt8>
  private var place: Int

  /// Reads a message.
  package init(_ message: ArraySlice<UInt8>) {
    self.message = message
    place = message.startIndex
  }

  /// The next field; `nil` at the end of the message.
  package mutating func next() throws(PayloadError) -> Field? {
    guard place < message.endIndex else { return nil }
    let start = place
    let tag = try number()
    // Same limit as the library's.
    guard place - start <= Self.tagByteLimit else { throw .malformed }
    guard let form = Form(rawValue: tag & 7), tag >> 3 > 0, tag >> 3 < 1 << 29 else {
      throw .malformed
    }
    return Field(number: tag >> 3, form: form)
  }

  /// A number of up to ten bytes, seven bits in each.
  package mutating func number() throws(PayloadError) -> UInt64 {
    let number = try Varint.number { () throws(PayloadError) in
      guard place < message.endIndex else { throw .malformed }
      defer { place += 1 }
      return message[place]
    }
    guard let number else { throw .malformed }
    return number
  }

  /// A number with its sign in the lowest bit.
  package mutating func signedNumber() throws(PayloadError) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Eight bytes, little-endian.
  package mutating func eightBytes() throws(PayloadError) -> UInt64 {
    guard message.endIndex - place >= 8 else { throw .malformed }
    defer { place += 8 }
    return UInt64(littleEndian: message.span, at: place - message.startIndex)
  }

  /// The bytes of a field.
  package mutating func bytes() throws(PayloadError) -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(message.endIndex - place) else { throw .malformed }
    let start = place
    place += Int(count)
    return message[start..<place]
  }

  /// Skips a field from a newer program.
  package mutating func skip(_ field: Field, depth: Int = 0) throws(PayloadError) {
    switch field.form {
    case .number: _ = try number()
    case .eightBytes: _ = try eightBytes()
    case .bytes: _ = try bytes()
    case .fourBytes:
      guard message.endIndex - place >= 4 else { throw .malformed }
      place += 4
    case .groupStart:
      guard depth < Self.groupDepthLimit else { throw .malformed }
      while true {
        guard let inner = try next() else { throw .malformed }
        if inner.form == .groupEnd {
          guard inner.number == field.number else { throw .malformed }
          return
        }
        try skip(inner, depth: depth + 1)
      }
    case .groupEnd: throw .malformed
    }
  }
}
