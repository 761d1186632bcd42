internal import Cards
internal import Sealing
internal import SystemPackage
package import VaultFormat

extension SuccessorNotice {
  /// The successor as shown to people.
  ///
  /// - Parameter locations: where key files are.
  package func successor(_ locations: VaultLocations) -> Successor {
    let file = locations.keyDirectory.appending(key.description)
    return Successor(
      keyID: key, fingerprint: fingerprint, made: created,
      isOnThisMachine: (try? KeyFile.read(file.string))?.keyID == key)
  }
}
