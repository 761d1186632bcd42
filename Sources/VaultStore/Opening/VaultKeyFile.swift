public import Sealing
public import SystemPackage
public import VaultFormat

extension Vault {
  /// This device's last sync that finished, without reading the cards.
  ///
  /// - Parameters:
  ///   - locations: where everything is.
  ///   - unlock: returns the root of a key wrapped with a passphrase.
  /// - Returns: the sync; `nil` if there was none.
  /// - Throws: like `open`.
  public static func lastSync(
    at locations: VaultLocations, keyProvider unlock: KeyProvider = withoutPassphrase
  ) throws(VaultError) -> LastSync? {
    let found = try KeyFinding(locations: locations).keys(
      for: try headers(at: locations), noticesIn: [locations.vault], keyProvider: unlock)
    let memory = try DeviceMemory.read(at: locations, keys: found.keys)
    if memory.isOfAbsentKey {
      throw .olderThanRemembered(locations.vault, hasKey: memory.hasAbsentKey(at: locations))
    }
    return memory.lastSync
  }

  /// Whether a vault asks for a key: a notice under a key that is here without a passphrase names it as the new one.
  ///
  /// - Throws: `VaultError.noVault`, `.damaged`, `.noGuardedMemory`, `.permission` or `.io`.
  public static func isAsked(
    for key: KeyID, at locations: VaultLocations
  ) throws(VaultError) -> Bool {
    let (finding, headers) = (KeyFinding(locations: locations), try headers(at: locations))
    var (proved, problems) = ([KeyFinding.Proved](), KeyFinding.Problems())
    let unwrapped = finding.locate(headers.keyIDs).filter { !$0.isWrapped }
    try finding.prove(unwrapped, headers, &proved, &problems)
    return finding.names(key, [locations.vault], proved)
  }

  /// The file of the key that a vault's folder requires, whether it exists or not.
  ///
  /// - Returns: the vault's unproved key id, and the file.
  /// - Throws: `VaultError.noVault`, `.vaultFileMissing`, `.severalVaults`, `.damaged`, `.permission` or `.io`.
  public static func keyFile(
    at locations: VaultLocations
  ) throws(VaultError) -> (id: KeyID, path: FilePath) {
    let found = try headers(at: locations)
    let headers = found.all.sorted { $0.header.epoch > $1.header.epoch }
    let remembered = DeviceMemory.keyIDs(in: locations.stateDirectory)
    let ids = headers.map(\.header.keyID)
    let held = ids.filter { (try? KeyFile.read(locations.keyFile(of: $0).string))?.keyID == $0 }
    var id = held.first(where: remembered.contains) ?? held.first ?? ids.first
    if Set(held).count > 1 {
      do throws(VaultError) {
        let proved = try KeyFinding(locations: locations).keys(
          for: found, noticesIn: [locations.vault], keyProvider: withoutPassphrase)
        id = held.first { $0 == proved.keys.current.id } ?? id
      } catch .severalVaults(let vaults) {
        throw .severalVaults(vaults)
      } catch .passphraseNeeded where !held.contains(where: remembered.contains) {
        // Without their passphrases, they may belong to one vault or two.
        throw .severalVaults(
          Set(held).sorted { $0.description < $1.description }.map {
            SeveralVaults(id: $0, keyFiles: [locations.keyFile(of: $0)])
          })
      } catch {
        // The key can be looked for anyway.
      }
    }
    guard let id else {
      throw found.damaged.isEmpty ? .vaultFileMissing(locations.vault) : .damaged(found.damaged)
    }
    return (id, locations.keyFile(of: id))
  }
}
