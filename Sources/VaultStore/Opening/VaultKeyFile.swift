public import Sealing
public import SystemPackage
internal import VaultFormat

extension Vault {
  /// The file of the key that a vault's folder asks for, whether it is there or not.
  ///
  /// - Returns: the id that the vault bears, without proof, and the file.
  /// - Throws: `VaultError.noVault`, `.damaged`, `.newerFormat`, `.permission` or `.io`.
  public static func keyFile(
    at locations: VaultLocations
  ) throws(VaultError) -> (id: KeyID, path: FilePath) {
    let found = try headers(at: locations)
    let headers = found.all.sorted { $0.header.epoch > $1.header.epoch }
    let remembered = DeviceMemory.keyIDs(in: locations.stateDirectory)
    let ids = headers.map(\.header.keyID)
    let held = ids.filter { (try? KeyFile.read(locations.keyFile(of: $0).string))?.keyID == $0 }
    guard let id = held.first(where: remembered.contains) ?? held.first ?? ids.first else {
      throw found.unusable.isEmpty ? .noVault(locations.vault) : .damaged(found.unusable)
    }
    return (id, locations.keyFile(of: id))
  }
}
