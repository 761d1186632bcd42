internal import Glibc

/// Seals a payload that arrives piece by piece, for payloads too large for memory.
///
/// The file is the same as one sealed whole by `EnvelopeKey.seal`.
package struct EnvelopeWriter: ~Copyable {
  private let key: EnvelopeKey
  private let descriptor: Int32
  /// How many bytes of the payload are still missing.
  private var payloadLeft: Int
  /// How many bytes have not been sealed yet, the pending chunk included.
  private var contentLeft: Int
  private var index = 0
  private var chunk: [UInt8] = []
  private var sealed = [UInt8](repeating: 0, count: ChunkCipher.sealedChunkByteCount)

  /// Writes the beginning of a file.
  ///
  /// - Parameters:
  ///   - key: the key; nothing else may use it until this file is finished.
  ///   - payloadByteCount: how many bytes the payload will have.
  ///   - descriptor: the open file, written at its end.
  ///   - generator: the source of the salt.
  /// - Throws: the failure of a system call.
  package init(
    _ key: consuming EnvelopeKey, payloadByteCount: Int, to descriptor: Int32,
    using generator: inout some RandomNumberGenerator
  ) throws(SystemFailure) {
    let header = key.header(using: &generator)
    self.init(key, payloadByteCount: payloadByteCount, descriptor)
    try WholeFile.fill(descriptor, with: header.span)
    let length = EnvelopeKey.length(payloadByteCount)
    try append(length.span)
  }

  private init(_ key: consuming EnvelopeKey, payloadByteCount: Int, _ descriptor: Int32) {
    self.key = key
    self.descriptor = descriptor
    payloadLeft = payloadByteCount
    contentLeft = EnvelopeKey.contentByteCount(payloadByteCount)
    chunk.reserveCapacity(ChunkCipher.chunkByteCount)
  }

  /// The size of a file with a payload of this many bytes.
  package static func fileByteCount(payloadByteCount: Int) -> Int {
    let content = EnvelopeKey.contentByteCount(payloadByteCount)
    let chunkCount = ChunkCipher.chunkCount(content, ChunkCipher.chunkByteCount)
    return EnvelopeHeader.byteCount + content + chunkCount * ChunkCipher.tagByteCount
  }

  /// Adds the next bytes of the payload.
  package mutating func write(_ bytes: Span<UInt8>) throws(SystemFailure) {
    precondition(bytes.count <= payloadLeft, "the payload has the length that was announced")
    payloadLeft -= bytes.count
    try append(bytes)
  }

  /// Pads and seals the rest.
  package mutating func finish() throws(SystemFailure) {
    precondition(payloadLeft == 0, "the payload has the length that was announced")
    let zeros = [UInt8](repeating: 0, count: ChunkCipher.chunkByteCount)
    while contentLeft > 0 {
      let room = min(ChunkCipher.chunkByteCount, contentLeft) - chunk.count
      try append(zeros.span.extracting(first: room))
    }
  }

  private mutating func append(_ bytes: Span<UInt8>) throws(SystemFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let end = min(ChunkCipher.chunkByteCount, contentLeft)
      let part = rest.extracting(first: min(end - chunk.count, rest.count))
      unsafe part.withUnsafeBufferPointer { unsafe chunk.append(contentsOf: $0) }
      rest = rest.extracting(droppingFirst: part.count)
      if chunk.count == end { try flush() }
    }
  }

  private mutating func flush() throws(SystemFailure) {
    Self.seal(chunk, at: index, isLast: chunk.count == contentLeft, by: key, into: &sealed)
    let count = chunk.count + ChunkCipher.tagByteCount
    try WholeFile.fill(descriptor, with: sealed.span.extracting(first: count))
    contentLeft -= chunk.count
    index += 1
    chunk.removeAll(keepingCapacity: true)
  }

  private static func seal(
    _ chunk: [UInt8], at index: Int, isLast: Bool, by key: borrowing EnvelopeKey,
    into sealed: inout [UInt8]
  ) {
    var target = sealed.mutableSpan
    key.cipher.seal(chunk.span, at: index, isLast: isLast, into: &target)
  }
}
