package import Sealing
package import SystemPackage
package import VaultFormat

/// Finds the key that opens a vault in three steps, without writing anything: locates the key files that are here,
/// proves headers with them, and chooses the folder's vault and its key.
package struct KeyFinding {
  package let locations: VaultLocations

  /// Searches these locations.
  package init(locations: VaultLocations) {
    self.locations = locations
  }

  /// Finds the key of the vault with these headers.
  ///
  /// Keys without a passphrase are tried first. A passphrase is requested only if it decides which vault this is, if
  /// its key file was named, if a notice says that the key was replaced, or if this machine last saved under its key:
  /// the vault is not opened without that one. Otherwise anyone who puts headers here could make a person enter
  /// passphrases.
  ///
  /// - Parameters:
  ///   - headers: files that claim to be headers.
  ///   - folders: where notices may be.
  ///   - vaultID: the vault, if known.
  ///   - unlock: returns the root of a key wrapped with a passphrase.
  /// - Returns: the key, and the headers that keys here prove.
  /// - Throws: `VaultError.keyFile`, `.wrongKey`, `.keyReplaced`, `.severalVaults`, `.newerFormat`, `.damaged`,
  ///   `.noGuardedMemory`, or an error from `unlock`.
  package func keys(
    for headers: HeaderFiles, noticesIn folders: [FilePath], of vaultID: KeyID? = nil,
    keyProvider unlock: KeyProvider
  ) throws(VaultError) -> sending FoundKeys {
    let located = locate(headers.keyIDs)
    var problems = Problems()
    let proved = try prove(located, headers, noticesIn: folders, keyProvider: unlock, &problems)
    guard let own = try choose(among: proved, located, of: vaultID) else {
      throw try refusal(headers, located, problems, noticesIn: folders, unlock)
    }
    var absent: [DerivedKeys] = []
    if let last = lastWithoutHeader(own), let located = locate([last]).first,
      // Its passphrase was asked for already.
      !located.isWrapped || !headers.keyIDs.contains(last),
      let keys = try? open(located, keyProvider: unlock)
    {
      absent.append(keys)
    }
    return found(own, and: absent, noticesIn: folders)
  }
}
