internal import Csodium

/// Seals content in chunks of 65,536 bytes, the last one with the rest, each with XChaCha20-Poly1305 under the
/// file's own key and followed by its 16-byte tag.
///
/// The nonce of a chunk is its index (8 bytes, little-endian), a flag that is 1 for the last chunk and 0
/// otherwise (1 byte), and 15 zeros: chunks can be neither swapped, dropped nor appended.
struct ChunkCipher: ~Copyable {
  static let chunkByteCount = 65_536
  static let tagByteCount = 16
  static let sealedChunkByteCount = chunkByteCount + tagByteCount
  private static let keyByteCount = 32
  private static let commitmentByteCount = 32

  private let subkey: SecretBytes
  /// Key and commitment of the current file: one guarded allocation serves all files.
  private let derived: SecretBytes

  init(subkey: consuming SecretBytes) throws(SealingError) {
    self.subkey = subkey
    derived = try SecretBytes(byteCount: Self.keyByteCount + Self.commitmentByteCount)
  }

  /// Derives the key for the file with this header; everything uses it until the next call.
  func derive(_ header: Span<UInt8>) {
    let status = unsafe header.withUnsafeBufferPointer { header in
      unsafe crypto_generichash_blake2b_salt_personal(
        derived.address, derived.byteCount, header.baseAddress, UInt64(header.count),
        subkey.address, subkey.byteCount, nil, EnvelopeHeader.personal)
    }
    Sodium.wipeStack()
    precondition(status == 0, "keyed hashing does not fail")
  }

  /// The value that proves which key the file uses.
  var commitment: [UInt8] {
    derived.withBytes { derived in (Self.keyByteCount..<derived.count).map { derived[$0] } }
  }

  /// Whether these 32 bytes are the commitment, compared in constant time.
  func isCommitment(_ candidate: Span<UInt8>) -> Bool {
    unsafe candidate.withUnsafeBufferPointer { candidate in
      guard candidate.count == Self.commitmentByteCount, let start = candidate.baseAddress else {
        return false
      }
      return unsafe sodium_memcmp(
        derived.address + Self.keyByteCount, start, Self.commitmentByteCount) == 0
    }
  }

  /// How many bytes of content `byteCount` sealed bytes hold; 0 for an impossible length.
  static func contentByteCount(_ byteCount: Int) -> Int {
    let chunkCount = chunkCount(byteCount, sealedChunkByteCount)
    let last = byteCount - (chunkCount - 1) * sealedChunkByteCount
    return last > tagByteCount ? byteCount - chunkCount * tagByteCount : 0
  }

  func seal(_ content: Span<UInt8>) -> [UInt8] {
    let chunkCount = Self.chunkCount(content.count, Self.chunkByteCount)
    var sealed = [UInt8](repeating: 0, count: content.count + chunkCount * Self.tagByteCount)
    var target = sealed.mutableSpan
    for index in 0..<chunkCount {
      let from = index * Self.chunkByteCount
      seal(
        content.extracting(from..<min(from + Self.chunkByteCount, content.count)), at: index,
        isLast: index == chunkCount - 1, into: &target, from: index * Self.sealedChunkByteCount)
    }
    return sealed
  }

  /// Opens all chunks into `content`, whose length must be `contentByteCount`.
  ///
  /// - Returns: whether every chunk is authentic; otherwise `content` is meaningless.
  func open(_ sealed: Span<UInt8>, into content: inout MutableSpan<UInt8>) -> Bool {
    let chunkCount = Self.chunkCount(sealed.count, Self.sealedChunkByteCount)
    guard chunkCount > 0, !content.isEmpty else { return false }
    for index in 0..<chunkCount {
      let from = index * Self.sealedChunkByteCount
      let chunk = sealed.extracting(from..<min(from + Self.sealedChunkByteCount, sealed.count))
      let isOpen = open(
        chunk, at: index, isLast: index == chunkCount - 1, into: &content,
        from: index * Self.chunkByteCount)
      if !isOpen { return false }
    }
    return true
  }

  /// Seals one chunk into `target`, which has room for it and its tag from `start`.
  func seal(
    _ chunk: Span<UInt8>, at index: Int, isLast: Bool, into target: inout MutableSpan<UInt8>,
    from start: Int = 0
  ) {
    precondition(start + chunk.count + Self.tagByteCount <= target.count)
    let nonce = Self.nonce(index, isLast: isLast)
    defer { Sodium.wipeStack() }
    let status = unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe chunk.withUnsafeBufferPointer { chunk in
        guard let base = target.baseAddress else { return Int32(-1) }
        return unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
          base + start, nil, chunk.baseAddress, UInt64(chunk.count), nil, 0, nil, nonce,
          derived.address)
      }
    }
    precondition(status == 0, "sealing a chunk does not fail")
  }

  /// Opens one chunk into `content`, which has room for it from `start`.
  ///
  /// - Returns: whether it is authentic.
  func open(
    _ sealed: Span<UInt8>, at index: Int, isLast: Bool, into content: inout MutableSpan<UInt8>,
    from start: Int = 0
  ) -> Bool {
    guard sealed.count > Self.tagByteCount else { return false }
    precondition(start + sealed.count - Self.tagByteCount <= content.count)
    let nonce = Self.nonce(index, isLast: isLast)
    defer { Sodium.wipeStack() }
    let status = unsafe content.withUnsafeMutableBufferPointer { content in
      unsafe sealed.withUnsafeBufferPointer { sealed in
        guard let source = sealed.baseAddress else { return Int32(-1) }
        return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
          content.baseAddress.map { unsafe $0 + start }, nil, nil, source, UInt64(sealed.count),
          nil, 0, nonce, derived.address)
      }
    }
    return status == 0
  }

  static func chunkCount(_ byteCount: Int, _ chunk: Int) -> Int {
    (byteCount + chunk - 1) / chunk
  }

  private static func nonce(_ index: Int, isLast: Bool) -> [UInt8] {
    UInt64(index).littleEndianBytes + [isLast ? 1 : 0] + [UInt8](repeating: 0, count: 15)
  }
}
