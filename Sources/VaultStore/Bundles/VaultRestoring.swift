internal import Cards
public import Sealing
internal import SystemPackage
public import VaultFormat

/// A vault that was lost, made again from a bundle and its key: `Format.md`, section 7.
extension Vault {
  /// Makes the vault that a bundle comes from, without its cards yet: `merge` of the same bundle takes them
  /// in, and goes on if it was stopped.
  ///
  /// All of the bundle is checked before anything is written.
  ///
  /// - Parameters:
  ///   - bundle: the file; its key must be at hand.
  ///   - locations: where everything shall lie. The vault's folder is missing or empty, or holds hidden
  ///     files only; folders above it are made.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase.
  /// - Throws: `VaultError.bundle` (`.makesNoVault`, `.ofAnotherVault` when there is no key for it),
  ///   `.vaultExists`, `.folderNotEmpty`, `.keyFileInsideVault`, `.readOnly`, `.noSpace`, `.permission`,
  ///   `.noGuardedMemory` or `.io`, or what `unlock` throws.
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

  /// Checks a bundle to its last byte where no vault is.
  ///
  /// - Throws: `VaultError.bundle`, what the system says, or what `unlock` throws.
  public static func summary(
    of bundle: consuming BundleFile, at locations: VaultLocations,
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) throws(VaultError) -> BundleSummary {
    var opened = try BundleKeys(locations: locations, held: nil).open(bundle, keyProvider: unlock)
    return try opened.summary()
  }

  /// The headers of the vault that this key opens, its own first; none without that.
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
