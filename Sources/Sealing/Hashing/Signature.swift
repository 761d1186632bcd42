internal import Csodium

/// A signature with Ed25519 (RFC 8032, 5.1).
public enum Signature {
  /// The bytes of a public key.
  public static let publicKeyByteCount = 32
  /// The bytes of a signature.
  public static let byteCount = 64

  /// Whether a signature of a message was made with the private key that belongs to a public one.
  ///
  /// `false` also for a key or a signature of another length.
  public static func isValid(
    _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]
  ) -> Bool {
    guard signature.count == byteCount, publicKey.count == publicKeyByteCount else { return false }
    return unsafe crypto_sign_verify_detached(
      signature, message, UInt64(message.count), publicKey) == 0
  }
}
