/// A key for hashes that nobody without it can make or check.
public struct HashKey: ~Copyable {
  private let secret: SecretBytes

  init(_ secret: consuming SecretBytes) {
    self.secret = secret
  }

  /// The keyed BLAKE2b hash of `content`, 16 bytes.
  public func hash(of content: [UInt8]) -> [UInt8] {
    unsafe blake2b(content.span, byteCount: 16, key: secret.address, keyByteCount: secret.byteCount)
  }
}
