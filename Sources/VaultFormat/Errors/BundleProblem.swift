/// Why a bundle cannot be taken in.
public enum BundleProblem: Sendable, Hashable {
  /// It is no file of cardvault's, or one that is no bundle.
  case notABundle
  /// It was altered or cut short.
  case damaged
  /// It belongs to another vault, whose key is not at hand.
  case ofAnotherVault
  /// It is not the passphrase that it was made with; or the key in it was altered, which cannot be told apart.
  case wrongPassphrase
  /// Its passphrase would take less or more work than a bundle may ask for: it was made to do harm.
  case costOutOfBounds
  /// A vault cannot be made from it: it was made for someone else, or holds no file that makes one.
  case makesNoVault
  /// It was sealed under a key that replaced the vault's, as a notice here tells, and that is not held.
  case needsKey(Successor)
  /// It was written by a newer program.
  case newerFormat
}
