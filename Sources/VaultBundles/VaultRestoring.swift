internal import Cards
public import Sealing
public import VaultFormat
public import VaultStore

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

  /// The headers of the vault that this key opens, its own first; empty if its own is missing.
  private static func headers(in contents: OpenedBundle.Contents, _ keys: EpochKeys) -> [[UInt8]] {
    var carried: [EpochKeys] = []
    var own: [[UInt8]] = []
    for file in contents.vaults {
      guard let payload = try? keys.openSecret(file.span, as: .vault),
        case .header(let header) = try? VaultHeader.read(payload, under: keys.id)
      else { continue }
      own.append(file)
      carried += header.carried.filter { !$0.isFinished }.map(\.keys)
    }
    guard !own.isEmpty else { return [] }
    let others = contents.vaults.filter { file in
      carried.contains { (try? $0.openSecret(file.span, as: .vault).byteCount) != nil }
    }
    return own + others
  }
}
