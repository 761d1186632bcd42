internal import Csodium

/// Seals a content in chunks of 65,536 bytes, the last one with the rest, each by XChaCha20-Poly1305
/// under the file's own key and followed by its 16-byte tag.
///
/// The nonce of a chunk is its index (8 bytes, little-endian), 1 for the last chunk or else 0 (1 byte),
/// and 15 zeros: chunks can be neither swapped nor dropped, and the end is where it was.
struct ChunkCipher: ~Copyable {
  static let chunkByteCount = 65_536
  static let tagByteCount = 16
  private static let sealedChunkByteCount = chunkByteCount + tagByteCount
  private static let keyByteCount = 32
  private static let commitmentByteCount = 32

  private let subkey: SecretBytes
  /// File key and commitment of the file at hand: one guarded allocation for all files.
  private let derived: SecretBytes

  init(subkey: consuming SecretBytes) throws(SealingError) {
    self.subkey = subkey
    derived = try SecretBytes(byteCount: Self.keyByteCount + Self.commitmentByteCount)
  }

  /// Takes the key of the file with this header; all else uses it until the next one.
  func derive(_ header: Span<UInt8>) {
    let status = unsafe header.withUnsafeBufferPointer { header in
      unsafe crypto_generichash_blake2b_salt_personal(
        derived.address, derived.byteCount, header.baseAddress, UInt64(header.count),
        subkey.address, subkey.byteCount, nil, EnvelopeHeader.personal)
    }
    Sodium.wipeStack()
    precondition(status == 0, "keyed hashing does not fail")
  }

  /// What proves which key the file has.
  var commitment: [UInt8] {
    derived.withBytes { derived in (Self.keyByteCount..<derived.count).map { derived[$0] } }
  }

  /// Whether these 32 bytes are the commitment; takes the same time for all.
  func isCommitment(_ candidate: Span<UInt8>) -> Bool {
    unsafe candidate.withUnsafeBufferPointer { candidate in
      guard candidate.count == Self.commitmentByteCount, let start = candidate.baseAddress else {
        return false
      }
      return unsafe sodium_memcmp(
        derived.address + Self.keyByteCount, start, Self.commitmentByteCount) == 0
    }
  }

  /// How many bytes of content `byteCount` sealed bytes hold; 0 for a length that cannot be.
  static func contentByteCount(_ byteCount: Int) -> Int {
    let chunkCount = chunkCount(byteCount, sealedChunkByteCount)
    let last = byteCount - (chunkCount - 1) * sealedChunkByteCount
    return last > tagByteCount ? byteCount - chunkCount * tagByteCount : 0
  }

  func seal(_ content: Span<UInt8>) -> [UInt8] {
    defer { Sodium.wipeStack() }
    let chunkCount = Self.chunkCount(content.count, Self.chunkByteCount)
    var sealed = [UInt8](repeating: 0, count: content.count + chunkCount * Self.tagByteCount)
    for index in 0..<chunkCount {
      let from = index * Self.chunkByteCount
      let count = min(Self.chunkByteCount, content.count - from)
      let nonce = Self.nonce(index, isLast: index == chunkCount - 1)
      let status = unsafe sealed.withUnsafeMutableBufferPointer { sealed in
        unsafe content.withUnsafeBufferPointer { content in
          guard let target = sealed.baseAddress else { return Int32(-1) }
          return unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            target + index * Self.sealedChunkByteCount, nil,
            content.baseAddress.map { unsafe $0 + from }, UInt64(count), nil, 0, nil, nonce,
            derived.address)
        }
      }
      precondition(status == 0, "sealing a chunk does not fail")
    }
    return sealed
  }

  /// Opens all chunks into `content`, which is as long as `contentByteCount` says.
  ///
  /// - Returns: whether every chunk is as it was sealed; else `content` means nothing.
  func open(_ sealed: Span<UInt8>, into content: inout MutableSpan<UInt8>) -> Bool {
    let chunkCount = Self.chunkCount(sealed.count, Self.sealedChunkByteCount)
    guard chunkCount > 0, !content.isEmpty else { return false }
    defer { Sodium.wipeStack() }
    for index in 0..<chunkCount {
      let from = index * Self.sealedChunkByteCount
      let count = min(Self.sealedChunkByteCount, sealed.count - from)
      let nonce = Self.nonce(index, isLast: index == chunkCount - 1)
      let status = unsafe content.withUnsafeMutableBufferPointer { content in
        unsafe sealed.withUnsafeBufferPointer { sealed in
          guard let source = sealed.baseAddress else { return Int32(-1) }
          return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            content.baseAddress.map { unsafe $0 + index * Self.chunkByteCount }, nil, nil,
            source + from, UInt64(count), nil, 0, nonce, derived.address)
        }
      }
      if status != 0 { return false }
    }
    return true
  }

  private static func chunkCount(_ byteCount: Int, _ chunk: Int) -> Int {
    (byteCount + chunk - 1) / chunk
  }

  private static func nonce(_ index: Int, isLast: Bool) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) } + [isLast ? 1 : 0]
      + [UInt8](repeating: 0, count: 15)
  }
}
