package import Terminal
package import VaultStore
internal import Wallet

extension Vault {
  /// Names the files that were left out of what is shown.
  ///
  /// - Returns: Whether there are any.
  package func warn(_ console: Console) -> Bool {
    let warnings = health.warnings
    for warning in warnings {
      console.complain(
        "some cards may be missing or out of date: \(warning.what)", try: warning.advice)
    }
    return !warnings.isEmpty
  }
}
