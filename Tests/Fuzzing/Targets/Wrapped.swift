@testable import Sealing

/// A wrapped key by a stranger; the passphrase yields a fixed key of 32 bytes, known here, in no time.
///
/// If it opens, it is the key that it names.
func takeWrapped(_ bytes: [UInt8]) {
  guard let key = try? WrappedKey(bytes.span), let passphrase = try? Passphrase([1].span) else {
    return
  }
  guard let root = try? key.unwrap(passphrase, derivation: .none) else { return }
  precondition(root.keyID == key.keyID, "it names the key within")
}

extension KeyDerivation {
  /// Does nothing: the key is 32 zeros.
  static var none: KeyDerivation { KeyDerivation { (_, _, _, _) throws(SealingError) in } }
}
