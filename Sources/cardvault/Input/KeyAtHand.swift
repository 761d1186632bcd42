internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The key file that the options mean, as it is on the disk.
struct KeyAtHand: ~Copyable {
  /// The id that the vault bears; `nil` when only a key file was named, and there is no vault.
  let vaultKeyID: KeyID?
  let path: FilePath
  let key: StoredKey

  /// Whether the vault, if there is one, is this key's by its id.
  var fitsVault: Bool { vaultKeyID.map { $0 == key.keyID } ?? true }

  /// Reads the key file.
  init(_ options: VaultOptions) throws {
    let locations = try options.locations()
    let (id, path) = try Self.keyFile(at: locations)
    key = try VaultError.naming(keyFile: path) { () throws(SealingError) in
      try KeyFile.read(path.string)
    }
    vaultKeyID = id
    self.path = path
  }

  /// Reads the key file, which must be that of the vault.
  static func ofVault(_ options: VaultOptions) throws -> KeyAtHand {
    let atHand = try KeyAtHand(options)
    guard atHand.fitsVault else {
      throw VaultError.wrongKey(atHand.key.keyID, atHand.path)
    }
    return atHand
  }

  private static func keyFile(
    at locations: VaultLocations
  ) throws(VaultError) -> (id: KeyID?, path: FilePath) {
    do throws(VaultError) {
      return try Vault.keyFile(at: locations)
    } catch {
      // A key can be looked after without its vault.
      guard case .noVault = error, let path = locations.keyFile else { throw error }
      return (nil, path)
    }
  }
}
