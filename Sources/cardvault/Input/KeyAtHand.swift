internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// The key file that the options select, as stored on disk.
struct KeyAtHand: ~Copyable {
  /// The vault's key id; `nil` if only a key file was named and there is no vault.
  let vaultKeyID: KeyID?
  let path: FilePath
  let key: StoredKey

  /// Whether the key's id matches the vault's, if there is a vault.
  var fitsVault: Bool { vaultKeyID.map { $0 == key.keyID } ?? true }

  /// The key, if a passphrase wraps it.
  var wrapped: WrappedKey? {
    switch key {
    case .wrapped(let key): key
    case .plain: nil
    }
  }

  /// Reads the key file: the named one, or the vault's.
  init(_ options: VaultOptions) throws {
    let locations = try options.locations()
    try self.init(at: locations, named: locations.keyFile)
  }

  private init(at locations: VaultLocations, named: FilePath?) throws {
    let (id, own) = try Self.keyFile(at: locations)
    let path = named ?? own
    key = try VaultError.naming(keyFile: path) { () throws(SealingError) in
      try KeyFile.read(path.string)
    }
    vaultKeyID = id
    self.path = path
  }

  /// Reads the key file, which must belong to the vault.
  static func ofVault(_ options: VaultOptions) throws -> KeyAtHand {
    // The vault's own key file may be newer than the named one.
    let atHand = try KeyAtHand(at: try options.locations(), named: nil)
    guard atHand.fitsVault else { throw VaultError.wrongKey(atHand.key.keyID, atHand.path) }
    return atHand
  }

  private static func keyFile(
    at locations: VaultLocations
  ) throws(VaultError) -> (id: KeyID?, path: FilePath) {
    do throws(VaultError) {
      return try Vault.keyFile(at: locations)
    } catch {
      // A key can be managed without its vault.
      guard case .noVault = error, let path = locations.keyFile else { throw error }
      return (nil, path)
    }
  }
}
