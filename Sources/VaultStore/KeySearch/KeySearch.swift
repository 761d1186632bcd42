internal import Glibc
package import Sealing
package import SystemPackage
package import VaultFormat

/// Finds the key that opens a vault without writing anything, in three steps: locates key files, proves headers with
/// them, and chooses the folder's vault and its key.
package struct KeySearch {
  package let locations: VaultLocations

  package init(locations: VaultLocations) {
    self.locations = locations
  }

  /// Finds the key of the vault with these headers.
  ///
  /// Keys without a passphrase are tried first. A passphrase is requested only if it decides which vault this is,
  /// if its key file was named, if a notice says that the key was replaced, or if this machine last saved under its
  /// key, without which the vault is not opened. Otherwise, anyone who puts headers here could make a person enter
  /// passphrases.
  ///
  /// - Parameters:
  ///   - headers: files that claim to be headers.
  ///   - folders: folders with notices.
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
      // Nobody is asked twice for a passphrase.
      !located.isWrapped || !headers.keyIDs.contains(last),
      let keys = try? open(located, keyProvider: unlock)
    {
      absent.append(keys)
    }
    return found(own, and: absent, noticesIn: folders)
  }
}

/// The key of a vault, found and proved.
package struct FoundKeys {
  package let keys: VaultKeys
  /// The file of the current key.
  package var keyFile: FilePath
  /// The headers that keys here prove.
  package let headers: [HeaderFiles.Candidate]
}

// The first step: locates key files, without proving anything.

extension KeySearch {
  /// A key file that matches a header.
  struct Located {
    let id: KeyID
    let path: FilePath
    let isWrapped: Bool
    /// Whether it was replaced, so that this machine uses another key.
    let isRetired: Bool
  }

  /// The key files for the keys that headers claim, one for each key.
  func locate(_ ids: Set<KeyID>) -> [Located] {
    let ordered = ids.sorted()
    let named = [locations.keyFile].compactMap { $0 }
    let paths =
      named + named.map(locations.original)
      + named.flatMap { path in ordered.map { locations.leftBeside(path, $0) } }
      + ordered.map { locations.keyDirectory.appending($0.description) }
      + ordered.map { locations.retiredDirectory.appending($0.description) }
    var found: [Located] = []
    // A staged key may be moved to its final path meanwhile, so that path is checked last.
    for path in locations.staged(beside: paths) + paths {
      guard let stored = try? KeyFile.read(path.string), ids.contains(stored.keyID),
        !found.contains(where: { $0.id == stored.keyID })
      else { continue }
      found.append(
        Located(
          id: stored.keyID, path: path, isWrapped: stored.isWrapped,
          isRetired: path.removingLastComponent() == locations.retiredDirectory))
    }
    return found
  }

  /// The keys that need a passphrase, in the order to ask for them: those that this machine has used come first.
  func asked(_ located: [Located]) -> [Located] {
    let remembered = DeviceMemory.keyIDs(in: locations.stateDirectory)
    let wrapped = located.filter(\.isWrapped)
    return wrapped.filter { remembered.contains($0.id) }
      + wrapped.filter { !remembered.contains($0.id) }
  }
}
