@testable import Sealing

/// A wrapped key by a stranger; the passphrase is stretched in no time to 32 bytes that are known here.
///
/// What opens is the key that it names.
func takeWrapped(_ bytes: [UInt8]) {
  guard let key = try? WrappedKey(bytes.span), let passphrase = try? Passphrase([1].span) else {
    return
  }
  guard let root = try? key.unwrap(passphrase, stretching: .none) else { return }
  precondition(root.keyID == key.keyID && root.epoch == key.epoch, "it names the key within")
}

extension Stretching {
  /// Does nothing: the key is 32 zeros.
  static var none: Stretching { Stretching { (_, _, _, _) throws(SealingError) in } }
}
