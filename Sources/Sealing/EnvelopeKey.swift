internal import Csodium

/// Seals and opens the files of one kind.
///
/// After the header (see `EnvelopeHeader`) comes the content in chunks of 65,536 bytes, the last one
/// shorter, each sealed by XChaCha20-Poly1305 under the file's own key and followed by its 16-byte tag.
/// The nonce of a chunk is its index (8 bytes, little-endian), 1 for the last chunk or else 0 (1 byte),
/// and 15 zeros. The content is the payload's length (8 bytes, little-endian), the payload, and zeros up
/// to the padded length; there is one valid sealed form for each payload, salt and key.
public struct EnvelopeKey: ~Copyable {
  /// The kind of files.
  public let kind: EnvelopeKind
  /// The vault's public name, which the files bear.
  public let keyID: KeyID

  static let fileKeyByteCount = 64
  static let chunkByteCount = 65_536
  static let tagByteCount = 16
  private let subkey: SecretBytes
  /// The file key and commitment of the file at hand: one guarded allocation for all files.
  private let fileKey: SecretBytes

  init(
    kind: EnvelopeKind, keyID: KeyID, subkey: consuming SecretBytes, fileKey: consuming SecretBytes
  ) {
    self.kind = kind
    self.keyID = keyID
    self.subkey = subkey
    self.fileKey = fileKey
  }

  /// Seals a payload under a fresh salt.
  ///
  /// - Parameters:
  ///   - payload: any bytes, also none.
  ///   - generator: where the salt comes from; it must be unpredictable, and never repeat under one key.
  /// - Returns: the whole file.
  public func seal(_ payload: [UInt8], using generator: inout some RandomNumberGenerator) -> [UInt8]
  {
    let length = UInt64(payload.count)
    var content = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + payload
    let padded = Padding.paddedByteCount(content.count)
    content.append(contentsOf: repeatElement(0, count: padded - content.count))

    var file = EnvelopeHeader.make(kind: kind, keyID: keyID, using: &generator)
    deriveFileKey(file.span)
    fileKey.withBytes { for index in 32..<64 { file.append($0[index]) } }
    let chunkCount = (padded + Self.chunkByteCount - 1) / Self.chunkByteCount
    file.append(contentsOf: repeatElement(0, count: padded + chunkCount * Self.tagByteCount))
    for index in 0..<chunkCount {
      let from = index * Self.chunkByteCount
      let count = min(Self.chunkByteCount, padded - from)
      let to = EnvelopeHeader.byteCount + index * (Self.chunkByteCount + Self.tagByteCount)
      let nonce = Self.nonce(index, isLast: index == chunkCount - 1)
      let status = unsafe file.withUnsafeMutableBufferPointer { file in
        unsafe content.withUnsafeBufferPointer { content in
          guard let sealed = file.baseAddress else { return Int32(-1) }
          return unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            sealed + to, nil, content.baseAddress.map { unsafe $0 + from }, UInt64(count), nil, 0,
            nil,
            nonce, fileKey.address)
        }
      }
      precondition(status == 0, "sealing a chunk does not fail")
    }
    return file
  }

  /// Opens a file, whole or not at all.
  ///
  /// - Parameter file: all of its bytes.
  /// - Returns: the payload.
  /// - Throws: `SealingError.notSealed`, `.newerFormat`, `.wrongKey`, `.wrongKind`, or `.damaged` when
  ///   any bit differs from what was sealed.
  public func open(_ file: Span<UInt8>) throws(SealingError) -> [UInt8] {
    try EnvelopeHeader.check(file)
    guard keyID.bytes.indices.allSatisfy({ file[16 + $0] == keyID.bytes[$0] }) else {
      throw .wrongKey(try EnvelopeHeader.keyID(of: file))
    }
    guard file[8] == kind.rawValue else { throw .wrongKind }
    deriveFileKey(file.extracting(first: EnvelopeHeader.commitmentOffset))
    guard isCommitted(file) else { throw .damaged }

    let sealedChunk = Self.chunkByteCount + Self.tagByteCount
    let bodyCount = file.count - EnvelopeHeader.byteCount
    let chunkCount = (bodyCount + sealedChunk - 1) / sealedChunk
    let contentCount = bodyCount - chunkCount * Self.tagByteCount
    guard contentCount >= Padding.minimumByteCount,
      bodyCount - (chunkCount - 1) * sealedChunk > Self.tagByteCount
    else { throw .damaged }
    var content = [UInt8](repeating: 0, count: contentCount)
    for index in 0..<chunkCount {
      let from = EnvelopeHeader.byteCount + index * sealedChunk
      let count = min(sealedChunk, file.count - from)
      let nonce = Self.nonce(index, isLast: index == chunkCount - 1)
      let status = unsafe content.withUnsafeMutableBufferPointer { content in
        unsafe file.withUnsafeBufferPointer { file in
          guard let sealed = file.baseAddress else { return Int32(-1) }
          return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            content.baseAddress.map { unsafe $0 + index * Self.chunkByteCount }, nil, nil,
            sealed + from,
            UInt64(count), nil, 0, nonce, fileKey.address)
        }
      }
      guard status == 0 else { throw .damaged }
    }
    return try Self.payload(of: content)
  }

  /// Takes length and padding off, and insists on the one valid form.
  static func payload(of content: [UInt8]) throws(SealingError) -> [UInt8] {
    let length = content[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(content.count - 8) else { throw .damaged }
    let end = 8 + Int(length)
    guard Padding.paddedByteCount(end) == content.count, content[end...].allSatisfy({ $0 == 0 })
    else { throw .damaged }
    return Array(content[8..<end])
  }

  private func deriveFileKey(_ header: Span<UInt8>) {
    let status = unsafe header.withUnsafeBufferPointer { header in
      unsafe crypto_generichash_blake2b_salt_personal(
        fileKey.address, Self.fileKeyByteCount, header.baseAddress, UInt64(header.count),
        subkey.address, subkey.byteCount, nil, EnvelopeHeader.personal)
    }
    precondition(status == 0, "keyed hashing does not fail")
  }

  private func isCommitted(_ file: Span<UInt8>) -> Bool {
    unsafe file.withUnsafeBufferPointer { file in
      guard let start = file.baseAddress else { return false }
      return unsafe sodium_memcmp(
        fileKey.address + 32, start + EnvelopeHeader.commitmentOffset, 32) == 0
    }
  }

  private static func nonce(_ index: Int, isLast: Bool) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) } + [isLast ? 1 : 0]
      + [UInt8](repeating: 0, count: 15)
  }
}
