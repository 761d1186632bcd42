internal import Csodium

/// Derives a key of 32 bytes from a passphrase, slowly on purpose.
public struct KeyDerivation: Sendable {
  /// Fills `key`, 32 bytes, from a passphrase, a salt of 16 bytes, and the cost.
  public typealias Function =
    @Sendable (
      _ passphrase: borrowing Passphrase, _ salt: [UInt8], _ cost: KeyDerivationCost,
      _ key: borrowing SecretBytes
    ) throws(SealingError) -> Void

  let derive: Function

  /// Makes another derivation: tests and fuzzers have no time for the real one.
  package init(_ derive: @escaping Function) {
    self.derive = derive
  }

  /// Argon2id version 1.3 with one lane (RFC 9106), as libsodium has it.
  ///
  /// Throws `SealingError.noMemoryForPassphrase` when the machine has not enough.
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
    // Within the bounds of cost, salt and passphrase only memory can be wanting.
    guard status == 0 else { throw .noMemoryForPassphrase(kibibytes: cost.kibibytes) }
  }
}
