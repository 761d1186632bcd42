internal import Cards
internal import Sealing
internal import SystemPackage
package import VaultFormat

extension SuccessorNotice {
  /// The successor as shown to people.
  package func successor(replacesCurrent: Bool, _ locations: VaultLocations) -> Successor {
    let file = locations.keyDirectory.appending(key.description)
    return Successor(
      keyID: key, fingerprint: fingerprint, made: created, replacesCurrent: replacesCurrent,
      isOnThisMachine: (try? KeyFile.read(file.string))?.keyID == key)
  }
}
