internal import Csodium

/// Derives a 32-byte key from a passphrase, deliberately slowly.
public struct KeyDerivation: Sendable {
  /// Fills `key` with 32 bytes derived from a passphrase, a 16-byte salt and the cost.
  public typealias Function =
    @Sendable (
      _ passphrase: borrowing Passphrase, _ salt: [UInt8], _ cost: KeyDerivationCost,
      _ key: borrowing SecretBytes
    ) throws(SealingError) -> Void

  let derive: Function

  /// Uses another derivation, for tests and fuzzers that have no time for the real one.
  package init(_ derive: @escaping Function) {
    self.derive = derive
  }

  /// Argon2id version 1.3 with one lane (RFC 9106), as implemented by libsodium.
  ///
  /// Throws `SealingError.noMemoryForPassphrase` if the machine has too little memory.
  public static let argon2id = KeyDerivation {
    (passphrase, salt, cost, key) throws(SealingError) in
    precondition(salt.count == Int(crypto_pwhash_SALTBYTES))
    let status = unsafe passphrase.secret.address.withMemoryRebound(
      to: CChar.self, capacity: passphrase.byteCount
    ) { words in
      unsafe crypto_pwhash(
        key.address, UInt64(key.byteCount), words, UInt64(passphrase.byteCount), salt,
        UInt64(cost.passes), Int(cost.kibibytes) * 1_024, crypto_pwhash_ALG_ARGON2ID13)
    }
    // With cost, salt and passphrase within bounds, it can only fail for lack of memory.
    guard status == 0 else { throw .noMemoryForPassphrase(kibibytes: cost.kibibytes) }
  }
}
