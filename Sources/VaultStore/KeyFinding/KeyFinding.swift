internal import Glibc
package import Sealing
package import SystemPackage
package import VaultFormat

/// Finds the keys that open a vault in three steps that write nothing: locate the key files that are here, prove headers
/// with them, and choose the vault that the folder is.
package struct KeyFinding {
  package let locations: VaultLocations

  /// Looks where everything of a vault is.
  package init(locations: VaultLocations) {
    self.locations = locations
  }

  /// Finds the keys of the vault whose headers these are.
  ///
  /// Keys without a passphrase are tried first. A passphrase is asked for where it decides which vault this is, or
  /// where a notice names its key; else whoever puts headers here could have a person asked for passphrases.
  ///
  /// - Parameters:
  ///   - headers: files that claim to be headers.
  ///   - folders: where notices may be.
  ///   - vaultID: the vault, where it is known.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase.
  /// - Returns: the keys, and the headers that they prove.
  /// - Throws: `VaultError.keyFile`, `.wrongKey`, `.keyReplaced`, `.severalVaults`, `.rotatedBefore`,
  ///   `.newerFormat`, `.damaged`, `.noGuardedMemory`, or what `unlock` throws.
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
    return try found(own)
  }
}
