package import Sealing
public import VaultFormat

/// What a program needs that keeps a vault open for long.
extension Vault {
  /// A copy of the vault's key, for work that opens it once more, such as a sync.
  ///
  /// - Parameter unlock: returns the root of any other key.
  /// - Returns: the copy, in guarded memory.
  /// - Throws: `VaultError.noGuardedMemory`.
  package func unlockedKeys(
    orElse unlock: @escaping @Sendable (WrappedKey) throws(VaultError) -> sending RootKey
  ) throws(VaultError) -> sending UnlockedKeys {
    let unlocked = UnlockedKeys(unlock)
    do throws(SealingError) { unlocked.keep(try keys.current.root.copy()) } catch {
      throw .noGuardedMemory
    }
    return unlocked
  }

  /// Checks every file as `verify` does, while this vault answers other calls: it is opened once more for that.
  ///
  /// - Returns: What the files were found to be.
  /// - Throws: like `open` and `verify`.
  public nonisolated func verifyAside() async throws(VaultError) -> Verification {
    let unlocked = try await unlockedKeys(orElse: withoutPassphrase)
    let salts = await generator
    // A key file or header that is gone or damaged meanwhile is for the check to find.
    guard let other = try? reopened(with: unlocked, salts) else { return try await verify() }
    try await other.read()
    return try await other.verify()
  }

  /// The vault opened once more; its cards are not read yet.
  private nonisolated func reopened(
    with unlocked: UnlockedKeys, _ salts: any RandomNumberGenerator & Sendable
  ) throws(VaultError) -> Vault {
    let folder = try Self.openFolder(locations.vault)
    let headers = try Self.headers(at: locations)
    let found = try KeyFinding(locations: locations).keys(
      for: headers, noticesIn: [locations.vault],
      keyProvider: { (key) throws(VaultError) in try unlocked.root(of: key) })
    return try Self.opened(
      locations, found, KeyNames(headers, in: folder), in: folder, isRead: false, now: now,
      generator: salts, timeout: timeout)
  }

  /// This device's last sync that finished, also if another program made it after the vault was opened.
  package var latestSync: LastSync? {
    (try? DeviceMemory.read(at: locations, keys: keys))?.lastSync ?? lastSync
  }
}
