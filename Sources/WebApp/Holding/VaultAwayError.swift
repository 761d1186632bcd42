internal import VaultFormat

/// The vault's folder cannot be read now, such as after its drive was unmounted: nothing of it is shown until it is back.
struct VaultAwayError: Error {
  /// What happened: `.noVault`, `.vaultFileMissing`, `.permission` or `.io`.
  let cause: VaultError

  /// Takes an error of looking into the folder; `nil` for any other.
  init?(_ error: VaultError) {
    switch error {
    case .noVault, .vaultFileMissing, .permission, .io: cause = error
    default: return nil
    }
  }
}
