public import Sealing
public import SystemPackage

/// One of several vaults whose headers are in one folder.
public struct SeveralVaults: Sendable, Hashable {
  /// The vault's id.
  public let id: KeyID
  /// The key files that open it.
  public let keyFiles: [FilePath]

  package init(id: KeyID, keyFiles: [FilePath]) {
    self.id = id
    self.keyFiles = keyFiles
  }
}
