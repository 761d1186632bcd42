/// Why a file that is read in pieces could not be read.
package enum EnvelopeReadError: Error {
  case sealing(SealingError)
  case system(SystemFailure)
}

/// Opens a sealed file piece by piece, for files too large for memory.
///
/// Each chunk is proved before any of it is returned; `finish` proves that none is missing at the end.
package struct EnvelopeReader: ~Copyable {
  private let file: EnvelopeFile
  private let key: EnvelopeKey
  private let contentByteCount: Int
  private let payloadByteCount: Int
  /// How many bytes of the payload have not been returned yet.
  package private(set) var payloadLeft: Int
  private var chunkCount = 0
  private var chunk = [UInt8](repeating: 0, count: ChunkCipher.chunkByteCount)
  /// The part of the chunk that has not been returned yet.
  private var rest = 0..<0
  private var sealed = [UInt8](repeating: 0, count: ChunkCipher.sealedChunkByteCount)

  /// Opens the beginning of a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - key: the key; nothing else may use it while this file is read.
  /// - Throws: like `EnvelopeKey.open`, as far as the beginning shows it.
  package init(
    _ file: consuming EnvelopeFile, _ key: consuming EnvelopeKey
  ) throws(EnvelopeReadError) {
    do throws(SealingError) {
      try key.check(file.beginning.span)
    } catch {
      throw .sealing(error)
    }
    let contentByteCount = ChunkCipher.contentByteCount(
      file.byteCount - EnvelopeHeader.byteCount)
    // The length comes first; it must fit the file before anything is allocated for it.
    var first = [UInt8](repeating: 0, count: ChunkCipher.chunkByteCount)
    var sealed = [UInt8](repeating: 0, count: ChunkCipher.sealedChunkByteCount)
    let count = try Self.open(0, of: file, by: key, contentByteCount, &sealed, into: &first)
    guard count >= EnvelopeKey.lengthByteCount else { throw .sealing(.damaged) }
    let length = UInt64(littleEndian: first.span, at: 0)
    guard length <= UInt64(contentByteCount - EnvelopeKey.lengthByteCount),
      EnvelopeKey.contentByteCount(Int(length)) == contentByteCount
    else { throw .sealing(.damaged) }
    self.init(file, key, contentByteCount: contentByteCount, payloadByteCount: Int(length))
  }

  private init(
    _ file: consuming EnvelopeFile, _ key: consuming EnvelopeKey, contentByteCount: Int,
    payloadByteCount: Int
  ) {
    self.file = file
    self.key = key
    self.contentByteCount = contentByteCount
    self.payloadByteCount = payloadByteCount
    payloadLeft = payloadByteCount
  }

  /// Returns to the first byte of the payload.
  package mutating func rewind() {
    payloadLeft = payloadByteCount
    chunkCount = 0
    rest = 0..<0
  }

  /// The next byte of the payload.
  package mutating func byte() throws(EnvelopeReadError) -> UInt8 {
    try startPayload()
    guard payloadLeft > 0 else { throw .sealing(.damaged) }
    if rest.isEmpty { try openNext() }
    payloadLeft -= 1
    defer { rest = rest.dropFirst() }
    return chunk[rest.lowerBound]
  }

  /// The next bytes of the payload.
  ///
  /// - Parameter count: how many; the caller limits it.
  /// - Returns: exactly that many bytes.
  /// - Throws: `SealingError.damaged` if the payload has fewer, or a chunk was altered.
  package mutating func bytes(_ count: Int) throws(EnvelopeReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, payloadLeft))
    try take(count) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Skips bytes of the payload.
  package mutating func skip(_ count: Int) throws(EnvelopeReadError) {
    try take(count) { _ in }
  }

  /// Proves that the file ends where it should, after the whole payload was returned.
  package mutating func finish() throws(EnvelopeReadError) {
    try startPayload()
    precondition(payloadLeft == 0, "the payload was read to its end")
    while true {
      guard chunk[rest].allSatisfy({ $0 == 0 }) else { throw .sealing(.damaged) }
      rest = rest.upperBound..<rest.upperBound
      guard chunkCount * ChunkCipher.chunkByteCount < contentByteCount else { return }
      try openNext()
    }
  }

  private mutating func take(
    _ count: Int, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(EnvelopeReadError) {
    try startPayload()
    guard count <= payloadLeft else { throw .sealing(.damaged) }
    payloadLeft -= count
    var left = count
    while left > 0 {
      if rest.isEmpty { try openNext() }
      let part = rest.prefix(left)
      body(chunk[part])
      rest = part.upperBound..<rest.upperBound
      left -= part.count
    }
  }

  /// Opens the first chunk and skips the length before the payload.
  private mutating func startPayload() throws(EnvelopeReadError) {
    guard chunkCount == 0 else { return }
    try openNext()
    rest = rest.dropFirst(EnvelopeKey.lengthByteCount)
  }

  private mutating func openNext() throws(EnvelopeReadError) {
    let count = try Self.open(
      chunkCount, of: file, by: key, contentByteCount, &sealed, into: &chunk)
    rest = 0..<count
    chunkCount += 1
  }

  /// Reads and opens a chunk.
  ///
  /// - Returns: how many bytes it holds.
  private static func open(
    _ index: Int, of file: borrowing EnvelopeFile, by key: borrowing EnvelopeKey,
    _ contentByteCount: Int, _ sealed: inout [UInt8], into chunk: inout [UInt8]
  ) throws(EnvelopeReadError) -> Int {
    let start = index * ChunkCipher.chunkByteCount
    let count = min(ChunkCipher.chunkByteCount, contentByteCount - start)
    guard count > 0 else { throw .sealing(.damaged) }
    let sealedCount = count + ChunkCipher.tagByteCount
    let offset = EnvelopeHeader.byteCount + index * ChunkCipher.sealedChunkByteCount
    guard try file.read(into: &sealed, sealedCount, at: offset) == sealedCount else {
      throw .sealing(.damaged)
    }
    var target = chunk.mutableSpan
    let isOpen = key.cipher.open(
      sealed.span.extracting(first: sealedCount), at: index,
      isLast: start + count == contentByteCount, into: &target)
    guard isOpen else { throw .sealing(.damaged) }
    return count
  }
}
