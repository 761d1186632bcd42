internal import Cards
internal import Sealing
internal import SystemPackage
package import VaultFormat

extension SuccessorNotice {
  /// The successor as shown to people.
  ///
  /// - Parameters:
  ///   - locations: where key files are.
  ///   - keys: the vault's key, if it is open.
  /// - Returns: the successor.
  package func successor(_ locations: VaultLocations, _ keys: VaultKeys? = nil) -> Successor {
    let file = locations.keyDirectory.appending(key.description)
    return Successor(
      keyID: key, fingerprint: fingerprint, made: created,
      isOnThisMachine: (try? KeyFile.read(file.string))?.keyID == key,
      isContradicted: keys?.header.earlier.contains(key) ?? false)
  }
}
