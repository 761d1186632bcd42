internal import Csodium

/// The key of a pocket: a root key of its own, which six words open.
///
/// The words follow from the vault's key and the salt of the wrapped key, so that whoever has the vault can be shown them
/// again, and nothing secret has to be kept. They lead nowhere: neither to the vault's key nor to other pockets.
/// `Format.md`, section 7.
package struct PocketKey: ~Copyable {
  /// What is in front of the sealed file.
  package let wrapped: WrappedKey
  private let root: RootKey

  private static let saltByteCount = 16
  private static let personal = Array("cardvault-pocket".utf8)

  /// Makes a new key, with new words.
  ///
  /// - Throws: `SealingError.noMemoryForPassphrase` or `.noGuardedMemory`.
  package init(
    for vault: borrowing RootKey, derivation: KeyDerivation = .argon2id
  ) throws(SealingError) {
    try self.init(
      for: vault, root: .generate(),
      salt: (0..<Self.saltByteCount).map { _ in UInt8.random(in: 0 ... .max) }, derivation)
  }

  /// Makes a key of given randomness, for vectors.
  init(
    for vault: borrowing RootKey, root: consuming RootKey, salt: [UInt8],
    _ derivation: KeyDerivation = .argon2id
  ) throws(SealingError) {
    let words = try Self.words(for: vault, salt)
    wrapped = try WrappedKey.wrap(
      root, with: words, cost: .pocket, derivation: derivation, salt: salt)
    self.root = root
  }

  /// Opens the key of a pocket that was published before.
  ///
  /// - Throws: `SealingError.wrongPassphrase` if its words are not from this vault's key; else like `WrappedKey.unwrap`.
  package init(
    opening wrapped: WrappedKey, for vault: borrowing RootKey, derivation: KeyDerivation = .argon2id
  ) throws(SealingError) {
    let words = try Self.words(for: vault, wrapped.salt)
    root = try wrapped.unwrap(words, derivation: derivation)
    self.wrapped = wrapped
  }

  /// The words of a pocket's key.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package static func words(
    of wrapped: WrappedKey, for vault: borrowing RootKey
  ) throws(SealingError) -> Passphrase {
    try words(for: vault, wrapped.salt)
  }

  /// The whole file: the wrapped key's line, and the sealed payload.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package func seal(
    _ payload: [UInt8], using generator: inout some RandomNumberGenerator
  ) throws(SealingError) -> [UInt8] {
    let envelope = try root.envelopeKey(.pocket).seal(payload, using: &generator)
    return try EnvelopeFile.line(of: wrapped) + envelope
  }

  /// What a file holds that `seal` made, from the envelope after its line.
  ///
  /// - Throws: `SealingError` if it is not proved to be this key's.
  package func open(_ envelope: Span<UInt8>) throws(SealingError) -> ArraySlice<UInt8> {
    try root.envelopeKey(.pocket).open(envelope)
  }

  private static func words(
    for vault: borrowing RootKey, _ salt: [UInt8]
  ) throws(SealingError) -> Passphrase {
    let key = try vault.subkey(RootKey.Purpose.pocketWords.rawValue)
    let bytes = try SecretBytes(byteCount: 64)
    let status = unsafe crypto_generichash_blake2b_salt_personal(
      bytes.address, bytes.byteCount, salt, UInt64(salt.count), key.address, key.byteCount, nil,
      personal)
    Sodium.wipeStack()
    precondition(status == 0, "keyed hashing does not fail")
    // The list has 2,048 words, so that each has the same chance.
    return try Passphrase.ofWords { place in
      bytes.withBytes { (Int($0[2 * place]) | Int($0[2 * place + 1]) << 8) % WordList.words.count }
    }
  }
}
