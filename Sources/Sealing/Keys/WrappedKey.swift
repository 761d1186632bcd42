internal import Csodium

/// A root key that a passphrase opens: 122 bytes that are not secret themselves.
///
/// Layout: 0 version, 1 (1 byte), 1 algorithm, 2 for Argon2id 1.3 with one lane (1), 2 passes (4), 6 memory in
/// KiB (4), 10 salt (16), 26 key id (16), 42 commitment (32), 74 the sealed root (32) and its tag (16); numbers are
/// unsigned, little-endian.
///
/// BLAKE2b-512 over the first 42 bytes, keyed with the key derived from the passphrase and personalised with
/// `cardvault-wrap` and two zeros, gives 64 bytes: the key that seals the root (32) and the commitment (32).
public struct WrappedKey: Sendable, Hashable {
  /// How many bytes it has.
  public static let byteCount = 122

  /// All of it.
  public let bytes: [UInt8]
  /// What opening it costs.
  public let cost: KeyDerivationCost

  static let formatVersion: UInt8 = 1
  private static let argon2id: UInt8 = 2
  private static let personal = Array("cardvault-wrap\0\0".utf8)
  private static let saltRange = 10..<26
  private static let keyIDRange = 26..<42
  private static let commitmentOffset = 42
  private static let sealedOffset = 74

  /// Parses a wrapped key without a passphrase, and therefore without proof.
  ///
  /// - Throws: `SealingError.keyFile` (`.malformed`, `.newerFormat` or `.costOutOfBounds`).
  public init(_ bytes: Span<UInt8>) throws(SealingError) {
    guard bytes.count == Self.byteCount, bytes[0] > 0 else { throw .keyFile(.malformed) }
    // An unknown algorithm means a newer program.
    guard bytes[0] == Self.formatVersion, bytes[1] == Self.argon2id else {
      throw .keyFile(.newerFormat(bytes[0]))
    }
    cost = try KeyDerivationCost(
      passes: UInt32(littleEndian: bytes, at: 2), kibibytes: UInt32(littleEndian: bytes, at: 6))
    self.bytes = bytes.indices.map { bytes[$0] }
  }

  /// The salt of the derivation.
  var salt: [UInt8] { Array(bytes[Self.saltRange]) }

  /// The id of the wrapped key.
  public var keyID: KeyID { KeyID(derived: Array(bytes[Self.keyIDRange])) }

  /// Wraps a key under a fresh salt.
  ///
  /// - Parameters:
  ///   - root: the key.
  ///   - passphrase: opens it.
  ///   - cost: the work for each guess at the passphrase.
  ///   - derivation: derives the wrapping key from the passphrase.
  /// - Returns: the wrapped key.
  /// - Throws: `SealingError.noMemoryForPassphrase` or `.noGuardedMemory`.
  public static func wrap(
    _ root: borrowing RootKey, with passphrase: borrowing Passphrase,
    cost: KeyDerivationCost = .moderate, derivation: KeyDerivation = .argon2id
  ) throws(SealingError) -> WrappedKey {
    let salt = saltRange.map { _ in UInt8.random(in: 0 ... .max) }
    return try wrap(root, with: passphrase, cost: cost, derivation: derivation, salt: salt)
  }

  static func wrap(
    _ root: borrowing RootKey, with passphrase: borrowing Passphrase, cost: KeyDerivationCost,
    derivation: KeyDerivation, salt: [UInt8]
  ) throws(SealingError) -> WrappedKey {
    var bytes = [formatVersion, argon2id]
    for number in [cost.passes, cost.kibibytes] {
      bytes += number.littleEndianBytes
    }
    bytes += salt + root.keyID.bytes
    let keys = try keys(passphrase, header: bytes, salt: salt, cost: cost, derivation)
    keys.withBytes { keys in for index in 32..<64 { bytes.append(keys[index]) } }
    var sealed = [UInt8](repeating: 0, count: byteCount - sealedOffset)
    let status = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, root.secret.address, UInt64(RootKey.byteCount), nil, 0, nil, nonce,
      keys.address)
    Sodium.wipeStack()
    precondition(status == 0, "sealing a key does not fail")
    return WrappedKey(known: bytes + sealed, cost: cost)
  }

  /// Opens the key.
  ///
  /// - Parameters:
  ///   - passphrase: what it was wrapped with.
  ///   - derivation: derives the wrapping key from the passphrase.
  /// - Returns: the key.
  /// - Throws: `SealingError.wrongPassphrase`, also if the bytes that check it were altered; `.damaged` if
  ///   others were; `.noMemoryForPassphrase` or `.noGuardedMemory`.
  public func unwrap(
    _ passphrase: borrowing Passphrase, derivation: KeyDerivation = .argon2id
  ) throws(SealingError) -> RootKey {
    let keys = try Self.keys(
      passphrase, header: Array(bytes[..<Self.commitmentOffset]),
      salt: salt, cost: cost, derivation)
    let root = try SecretBytes(byteCount: RootKey.byteCount)
    // The commitment is checked first: the cipher itself could open under more than one key.
    let isCommitted = unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe sodium_memcmp(keys.address + 32, start + Self.commitmentOffset, 32) == 0
    }
    guard isCommitted else { throw .wrongPassphrase }
    let isOpen = unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
        root.address, nil, nil, start + Self.sealedOffset,
        UInt64(Self.byteCount - Self.sealedOffset), nil, 0, Self.nonce, keys.address) == 0
    }
    Sodium.wipeStack()
    guard isOpen else { throw .damaged }
    let key = RootKey(root)
    guard key.keyID == keyID else { throw .damaged }
    return key
  }

  private init(known bytes: [UInt8], cost: KeyDerivationCost) {
    precondition(bytes.count == Self.byteCount)
    self.bytes = bytes
    self.cost = cost
  }

  private static let nonce = [UInt8](repeating: 0, count: 24)

  /// The sealing key, then the commitment.
  private static func keys(
    _ passphrase: borrowing Passphrase, header: [UInt8], salt: [UInt8], cost: KeyDerivationCost,
    _ derivation: KeyDerivation
  ) throws(SealingError) -> SecretBytes {
    let base = try SecretBytes(byteCount: 32)
    try derivation.derive(passphrase, salt, cost, base)
    let keys = try SecretBytes(byteCount: 64)
    let status = unsafe crypto_generichash_blake2b_salt_personal(
      keys.address, keys.byteCount, header, UInt64(header.count), base.address,
      base.byteCount, nil, personal)
    Sodium.wipeStack()
    precondition(status == 0, "keyed hashing does not fail")
    return keys
  }
}

/// A root key as it is stored: plain, or wrapped with a passphrase.
public enum StoredKey: ~Copyable {
  /// The key itself.
  case plain(RootKey)
  /// A key that a passphrase opens.
  case wrapped(WrappedKey)

  /// Makes a key ready to be stored.
  ///
  /// - Parameters:
  ///   - root: the key, which is copied.
  ///   - passphrase: opens it; `nil` stores it plain.
  ///   - cost: the work for each guess at the passphrase.
  /// - Throws: `SealingError.noMemoryForPassphrase` or `.noGuardedMemory`.
  public init(
    _ root: borrowing RootKey, passphrase: borrowing Passphrase?,
    cost: KeyDerivationCost = .moderate
  ) throws(SealingError) {
    switch passphrase {
    case .some(let passphrase):
      self = .wrapped(try WrappedKey.wrap(root, with: passphrase, cost: cost))
    case .none: self = .plain(try root.copy())
    }
  }

  /// The key's public id; unproved for a wrapped key.
  public var keyID: KeyID {
    switch self {
    case .plain(let root): root.keyID
    case .wrapped(let key): key.keyID
    }
  }

  /// Whether a passphrase is needed.
  public var isWrapped: Bool {
    switch self {
    case .plain: false
    case .wrapped: true
    }
  }
}
