internal import Csodium

/// The key of one epoch of a vault: 32 random bytes that every other key derives from.
public struct RootKey: ~Copyable {
  /// What a subkey is for; the numbers are libsodium's `subkey_id` and never change their meaning.
  enum Purpose: UInt64 {
    case keyID = 1
    case fingerprint = 2
    case cardIDs = 3
    case deviceFolder = 4
    case bundleSource = 5
    /// Envelopes: this number plus that of their kind.
    case envelopes = 16
  }

  /// How many bytes the key has.
  public static let byteCount = 32
  /// The context of `crypto_kdf`: what else the root key may one day derive must differ here.
  static let context = "cardvlt1".utf8.map { CChar(bitPattern: $0) }

  /// Which of the vault's root keys it is, counted from 0; rotation makes the next one.
  public let epoch: UInt32
  let secret: SecretBytes

  /// Takes over 32 bytes.
  package init(_ secret: consuming SecretBytes, epoch: UInt32) {
    precondition(secret.byteCount == Self.byteCount)
    self.secret = secret
    self.epoch = epoch
  }

  /// Makes a new key.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public static func generate(epoch: UInt32 = 0) throws(SealingError) -> RootKey {
    RootKey(try .random(byteCount: byteCount), epoch: epoch)
  }

  /// The same key in guarded memory of its own.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package func copy() throws(SealingError) -> sending RootKey {
    let copy = try SecretBytes(byteCount: Self.byteCount)
    // One by one, so that the copy is seen to have nothing to do with this key.
    for index in 0..<Self.byteCount {
      let byte = secret.withBytes { $0[index] }
      copy.withMutableBytes { $0[index] = byte }
    }
    return RootKey(copy, epoch: epoch)
  }

  /// Lends the bytes for the length of a call.
  package func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try secret.withBytes(body)
  }

  /// The key's public name.
  public var keyID: KeyID {
    KeyID(derived: derived(.keyID, byteCount: KeyID.byteCount))
  }

  /// What two people compare aloud to know that they hold the same key: six groups of five digits,
  /// each from five bytes modulo 100,000 (99 bits in all).
  public var fingerprint: String {
    let bytes = derived(.fingerprint, byteCount: 30)
    return stride(from: 0, to: bytes.count, by: 5).map { start in
      let group = bytes[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000
      let digits = String(group)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }.joined(separator: " ")
  }

  /// What the vault is called in bundles for others, 16 bytes: the key's public name would tell them which
  /// vault in the cloud is whose.
  public var bundleSource: [UInt8] { derived(.bundleSource, byteCount: 16) }

  /// A key for keyed hashes of codes, from which the ids of imported cards are made.
  public func cardIDKey() throws(SealingError) -> HashKey {
    HashKey(try subkey(Purpose.cardIDs.rawValue))
  }

  /// A key for the name of the folder where a device keeps its state for a vault.
  public func deviceFolderKey() throws(SealingError) -> HashKey {
    HashKey(try subkey(Purpose.deviceFolder.rawValue))
  }

  /// 32 bytes that derive from the key for a purpose, by its number.
  func subkey(_ purpose: UInt64) throws(SealingError) -> SecretBytes {
    let subkey = try SecretBytes(byteCount: 32)
    unsafe derive(purpose, into: subkey.address, byteCount: 32)
    return subkey
  }

  /// Derived bytes that are no secret.
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
