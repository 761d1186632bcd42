internal import Csodium

/// libsodium's initialisation and clean-up.
enum Sodium {
  /// Whether libsodium found its randomness and can be used; checked once.
  static let isReady: Bool = {
    guard sodium_init() >= 0 else { return false }
    bindFunctions()
    return true
  }()

  /// Calls every function that handles keys once, without a secret.
  ///
  /// The dynamic linker resolves a library's functions on their first call, and saves registers on the stack to
  /// do so: with a key in use, that left eight of its bytes there (seen in the memory of a command).
  private static func bindFunctions() {
    let nothing = [UInt8](repeating: 0, count: 64)
    var output = [UInt8](repeating: 0, count: 64)
    var opened = [UInt8](repeating: 0, count: 64)
    let context = [CChar](repeating: 0, count: Int(crypto_kdf_CONTEXTBYTES))
    unsafe crypto_kdf_derive_from_key(&output, 32, 0, context, nothing)
    unsafe crypto_generichash_blake2b(&output, 32, nothing, 1, nothing, 32)
    unsafe crypto_generichash_blake2b_salt_personal(
      &output, 64, nothing, 1, nothing, 32, nil, nothing)
    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      &output, nil, nothing, 1, nil, 0, nil, nothing, nothing)
    _ = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
      &opened, nil, nil, output, 17, nil, 0, nothing, nothing)
    _ = unsafe sodium_memcmp(nothing, nothing, 32)
    wipeStack()
  }

  /// More than libsodium's functions use of the stack: BLAKE2b's block and state are 448 bytes, the registers
  /// that a linker saves up to 2,700.
  private static let stackByteCount = 8_192

  /// Overwrites the traces of keys that earlier calls left in registers and on the stack: libsodium's hashes
  /// and ciphers leave words of them there (seen in the memory of a command).
  static func wipeStack() {
    // Hashing nothing overwrites the registers that hashing a key used, from which a later call could put them
    // on the stack.
    var output = [UInt8](repeating: 0, count: 16)
    unsafe crypto_generichash_blake2b(&output, output.count, nil, 0, nil, 0)
    sodium_stackzero(stackByteCount)
  }
}

/// The version of the cryptographic library that this process loaded.
package enum SodiumVersion {
  /// The version, as the library states it.
  package static let own = unsafe String(cString: sodium_version_string())
}
