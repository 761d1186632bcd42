/// Why a bundle cannot be taken in.
public enum BundleProblem: Sendable, Hashable {
  /// It is no file of cardvault's, or one that is no bundle.
  case notABundle
  /// It was altered or cut short.
  case damaged
  /// It belongs to another vault.
  case ofAnotherVault
  /// It was sealed under a later key than the vault has here; or belongs to another vault.
  case ofLaterKey
  /// It is one of version 0, which was never final.
  case oldFormat
  /// It was written by a newer program.
  case newerFormat
}
