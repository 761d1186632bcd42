/// Why a bundle cannot be merged.
public enum BundleProblem: Sendable, Hashable {
  /// It is not a file of cardvault's, or not a bundle.
  case notABundle
  /// It was altered or truncated.
  case damaged
  /// It belongs to another vault, whose key is not available.
  case ofAnotherVault
  /// The passphrase is wrong, or the key in the bundle was altered; the two cannot be told apart.
  case wrongPassphrase
  /// Its passphrase's cost is below or above the limits for bundles: it was made to do harm.
  case costOutOfBounds
  /// A vault cannot be made from it: it was made for someone else, or contains no usable header.
  case makesNoVault
  /// It was sealed under a key that, according to a notice here, replaced the vault's, and that is not held.
  case needsKey(Successor)
  /// It was written by a newer program.
  case newerFormat
}
