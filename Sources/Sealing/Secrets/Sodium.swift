internal import Csodium

/// libsodium itself.
enum Sodium {
  /// Whether libsodium found its randomness and can be used; checked once.
  static let isReady: Bool = {
    guard sodium_init() >= 0 else { return false }
    bindFunctions()
    return true
  }()

  /// Calls once, without a secret, what keys are handed to.
  ///
  /// The dynamic linker finds a library's functions when they are first called, and saves registers on the stack
  /// for that: with a key at hand that left eight of its bytes there (seen in the memory of a command).
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

  /// What libsodium's functions take of the stack, and more: BLAKE2b's block and state are 448 bytes, the registers
  /// that a linker saves up to 2,700.
  private static let stackByteCount = 8_192

  /// Overwrites what calls before this one left of keys in registers and on the stack: libsodium's hashes and
  /// ciphers leave words of them there (seen in the memory of a command).
  static func wipeStack() {
    // A hash of nothing passes through the registers that one of a key passed through, from where a later call
    // would put them on the stack.
    var output = [UInt8](repeating: 0, count: 16)
    unsafe crypto_generichash_blake2b(&output, output.count, nil, 0, nil, 0)
    sodium_stackzero(stackByteCount)
  }
}
