public import Sealing
public import SystemPackage

extension Vault {
  /// Gives the root of a key that is wrapped by a passphrase, or throws.
  ///
  /// It takes its time (`WrappedKey.unwrap`) and may ask a person; no lock is held meanwhile.
  public typealias Unlocking = (WrappedKey) throws(VaultError) -> sending RootKey

  /// An `Unlocking` where nobody can be asked.
  public static let withoutPassphrase:
    @Sendable (WrappedKey) throws(VaultError) -> sending RootKey = {
      (_) throws(VaultError) in throw .passphraseNeeded
    }

  /// The file of the key that a vault's folder asks for, whether it is there or not.
  ///
  /// - Returns: the id that the vault bears, without proof, and the file.
  /// - Throws: `VaultError.noVault`, `.damaged`, `.newerFormat`, `.permission` or `.io`.
  public static func keyFile(
    at locations: VaultLocations
  ) throws(VaultError) -> (id: KeyID, path: FilePath) {
    let folder = try openFolder(locations.vault)
    guard folder.holds(VaultLayout.marker) else { throw .noVault(locations.vault) }
    let marker = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try folder.read(VaultLayout.marker, limit: VaultLayout.fileByteLimit)
    }
    let id = try VaultError.naming(keyFile: FilePath(VaultLayout.marker)) {
      () throws(SealingError) in try EnvelopeHeader.keyID(of: marker.span)
    }
    return (id, locations.keyFile(of: id))
  }

  /// The root of a stored key.
  static func root(
    of key: consuming sending StoredKey, unlocking unlock: Unlocking
  ) throws(VaultError) -> sending RootKey {
    switch consume key {
    case .plain(let root): root
    case .wrapped(let wrapped): try unlock(wrapped)
    }
  }
}

extension VaultError {
  /// Does something with keys where no key file can be at fault.
  package static func ofKeys<Value: ~Copyable>(
    _ body: () throws(SealingError) -> Value
  ) throws(VaultError) -> Value {
    try naming(keyFile: FilePath(), body)
  }
}
