internal import Sealing

/// Reads protobuf's wire format (protobuf.dev, "Encoding") in place, without copying.
///
/// Opening a vault reads tens of thousands of small messages. The library's decoder takes several times as long
/// (measured), because it makes objects of each. Writing uses the library, and a test checks that the two agree.
package struct WireReader {
  /// A field's number and how its value is written.
  package struct Field {
    package let number: UInt64
    package let form: Form

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
  private var index: Int

  /// Reads a message.
  package init(_ message: ArraySlice<UInt8>) {
    self.message = message
    index = message.startIndex
  }

  /// The next field; `nil` at the end of the message.
  package mutating func next() throws(PayloadError) -> Field? {
    guard index < message.endIndex else { return nil }
    let start = index
    let tag = try number()
    // As in the library.
    guard index - start <= Self.tagByteLimit else { throw .malformed }
    guard let form = Form(rawValue: tag & 7), tag >> 3 > 0, tag >> 3 < 1 << 29 else {
      throw .malformed
    }
    return Field(number: tag >> 3, form: form)
  }

  /// A number of up to ten bytes, seven bits in each.
  package mutating func number() throws(PayloadError) -> UInt64 {
    let number = try Varint.number { () throws(PayloadError) in
      guard index < message.endIndex else { throw .malformed }
      defer { index += 1 }
      return message[index]
    }
    guard let number else { throw .malformed }
    return number
  }

  /// A number with its sign in the lowest bit (ZigZag).
  package mutating func signedNumber() throws(PayloadError) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Eight bytes, little-endian.
  package mutating func eightBytes() throws(PayloadError) -> UInt64 {
    guard message.endIndex - index >= 8 else { throw .malformed }
    defer { index += 8 }
    return UInt64(littleEndian: message.span, at: index - message.startIndex)
  }

  /// The bytes of a field.
  package mutating func bytes() throws(PayloadError) -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(message.endIndex - index) else { throw .malformed }
    let start = index
    index += Int(count)
    return message[start..<index]
  }

  /// Skips a field from a newer program.
  package mutating func skip(_ field: Field, depth: Int = 0) throws(PayloadError) {
    switch field.form {
    case .number: _ = try number()
    case .eightBytes: _ = try eightBytes()
    case .bytes: _ = try bytes()
    case .fourBytes:
      guard message.endIndex - index >= 4 else { throw .malformed }
      index += 4
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

/// Protobuf's variable-length numbers (protobuf.dev, "Encoding"): seven bits in each byte, the least significant
/// first, with the top bit set in every byte but the last.
package enum Varint {
  /// Reads a number of up to ten bytes.
  ///
  /// Only one bit of the tenth byte fits; the others are dropped, as in protobuf's library.
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

  /// The shortest form of a number.
  package static func bytes(of number: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], number)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}

/// Why a payload cannot be used.
package enum PayloadError: Error {
  /// It violates the format.
  case malformed
  /// Only a newer program can read it.
  case newer
}
