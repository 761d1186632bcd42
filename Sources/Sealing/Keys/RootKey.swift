internal import Csodium

/// A vault's key: 32 random bytes from which those of its files derive.
public struct RootKey: ~Copyable {
  /// What a subkey is for; the numbers are libsodium's `subkey_id`, and their meaning never changes.
  enum Purpose: UInt64 {
    case keyID = 1
    case fingerprint = 2
    /// The words of pockets.
    case pocketWords = 3
    /// Envelopes: this number plus that of the kind.
    case envelopes = 16
  }

  /// How many bytes the key has.
  public static let byteCount = 32
  /// The context of `crypto_kdf`; any other scheme deriving from the root key must use a different one.
  static let context = "cardvlt1".utf8.map { CChar(bitPattern: $0) }

  let secret: SecretBytes

  /// Takes ownership of 32 bytes.
  package init(_ secret: consuming SecretBytes) {
    precondition(secret.byteCount == Self.byteCount)
    self.secret = secret
  }

  /// Makes a new key.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public static func generate() throws(SealingError) -> RootKey {
    RootKey(try .random(byteCount: byteCount))
  }

  /// A copy of the key in its own guarded memory.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package func copy() throws(SealingError) -> sending RootKey {
    let copy = try SecretBytes(byteCount: Self.byteCount)
    // Byte by byte, so that the compiler sees that the copy is independent of this key.
    for index in 0..<Self.byteCount {
      let byte = secret.withBytes { $0[index] }
      copy.withMutableBytes { $0[index] = byte }
    }
    return RootKey(copy)
  }

  /// Gives access to the bytes during a call.
  package func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try secret.withBytes(body)
  }

  /// The key's public id.
  public var keyID: KeyID {
    KeyID(derived: derived(.keyID, byteCount: KeyID.byteCount))
  }

  /// What two people compare aloud to check that they hold the same key: six groups of five digits, each from
  /// five bytes modulo 100,000 (99 bits in total).
  public var fingerprint: String {
    let bytes = derived(.fingerprint, byteCount: 30)
    return stride(from: 0, to: bytes.count, by: 5).map { start in
      let group = bytes[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000
      let digits = String(group)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }.joined(separator: " ")
  }

  /// 32 bytes derived from the key for a purpose, given by its number.
  func subkey(_ purpose: UInt64) throws(SealingError) -> SecretBytes {
    let subkey = try SecretBytes(byteCount: 32)
    unsafe derive(purpose, into: subkey.address, byteCount: 32)
    return subkey
  }

  /// Derived bytes that are not secret.
  private func derived(_ purpose: Purpose, byteCount: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    unsafe derive(purpose.rawValue, into: &bytes, byteCount: byteCount)
    return bytes
  }

  private func derive(_ purpose: UInt64, into: UnsafeMutablePointer<UInt8>, byteCount: Int) {
    let status = unsafe crypto_kdf_derive_from_key(
      into, byteCount, purpose, Self.context, secret.address)
    Sodium.wipeStack()
    precondition(status == 0, "subkeys have 16 to 64 bytes")
  }
}
