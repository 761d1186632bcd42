internal import Cards
public import Sealing
public import VaultFormat

/// Restores a lost vault from a bundle and its key: `Format.md`, section 7.
extension Vault {
  /// Makes the vault that a bundle comes from, still without its cards: `merge` of the same bundle adds them,
  /// and continues if it was interrupted.
  ///
  /// The whole bundle is checked before anything is written.
  ///
  /// - Parameters:
  ///   - bundle: the file; its key must be available.
  ///   - locations: where everything goes. The vault's folder is missing or empty, or contains only hidden
  ///     files; missing parents are made.
  ///   - unlock: returns the root of a key wrapped with a passphrase.
  /// - Throws: `VaultError.bundle` (`.makesNoVault`, `.ofAnotherVault` if there is no key for it),
  ///   `.vaultExists`, `.folderNotEmpty`, `.keyFileInsideVault`, `.readOnly`, `.noSpace`, `.permission`,
  ///   `.noGuardedMemory` or `.io`, or an error from `unlock`.
  public static func restore(
    from bundle: consuming BundleFile, at locations: VaultLocations,
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) throws(VaultError) {
    if bundle.wrappedKey != nil { throw .bundle(.makesNoVault) }
    let keyFile = locations.keyFile(of: bundle.keyID)
    var opened = try BundleKeys(locations: locations, held: nil).open(bundle, keyProvider: unlock)
    let contents = try opened.check()
    let headers = headers(in: contents, opened.keys)
    guard !headers.isEmpty else { throw .bundle(.makesNoVault) }
    let folder = try emptyFolder(locations.vault)
    try checkPlace(of: keyFile, outside: folder)
    _ = try put(headers, in: folder)
  }

  /// Checks all of a bundle when there is no vault.
  ///
  /// - Throws: `VaultError.bundle`, the system's error, or an error from `unlock`.
  public static func summary(
    of bundle: consuming BundleFile, at locations: VaultLocations,
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) throws(VaultError) -> BundleSummary {
    var opened = try BundleKeys(locations: locations, held: nil).open(bundle, keyProvider: unlock)
    return try opened.summary()
  }

  /// The headers of the vault that this key opens.
  private static func headers(
    in contents: OpenedBundle.Contents, _ key: DerivedKeys
  ) -> [[UInt8]] {
    contents.vaults.filter { file in
      guard let payload = try? key.openSecret(file.span, as: .vault) else { return false }
      return (try? VaultHeader(payload)) != nil
    }
  }
}
