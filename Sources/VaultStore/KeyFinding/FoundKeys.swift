package import SystemPackage
package import VaultFormat

/// The key of a vault, found and proved.
package struct FoundKeys {
  package let keys: VaultKeys
  /// The file of the current key.
  package var keyFile: FilePath
  /// The headers that keys here prove.
  package let headers: [HeaderFiles.Candidate]
}
