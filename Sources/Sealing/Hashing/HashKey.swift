/// A key for hashes that nobody without it can make or check.
public struct HashKey: ~Copyable {
  /// How many bytes it has.
  package static let byteCount = 32

  private let secret: SecretBytes

  /// Takes ownership of 32 bytes.
  package init(_ secret: consuming SecretBytes) {
    self.secret = secret
  }

  /// A new key.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package static func generate() throws(SealingError) -> HashKey {
    HashKey(try .random(byteCount: byteCount))
  }

  /// Gives access to the bytes during a call.
  package func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try secret.withBytes(body)
  }

  /// The keyed BLAKE2b hash of `content`, 16 bytes.
  public func hash(of content: [UInt8]) -> [UInt8] {
    unsafe blake2b(content.span, byteCount: 16, key: secret.address, keyByteCount: secret.byteCount)
  }
}
