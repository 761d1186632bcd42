internal import Sealing
public import SystemPackage
internal import VaultFormat

/// Where a vault, its key and this machine's memory of it are.
public struct VaultLocations: Sendable, Hashable {
  /// The vault's folder, which may be synced and copied.
  public var vault: FilePath
  /// The key file; `nil` for the vault's own in `keyDirectory`.
  public var keyFile: FilePath?
  /// The folder of key files, each named by its key id.
  public var keyDirectory: FilePath
  /// The folder for what this machine remembers of its vaults.
  public var stateDirectory: FilePath

  /// Makes a set of locations.
  public init(
    vault: FilePath, keyFile: FilePath? = nil, keyDirectory: FilePath, stateDirectory: FilePath
  ) {
    self.vault = vault
    self.keyFile = keyFile
    self.keyDirectory = keyDirectory
    self.stateDirectory = stateDirectory
  }
}
