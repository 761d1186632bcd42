package import VaultFormat

/// Tells a sync what the vault's folder contains.
extension Vault {
  /// An index of the folder, rebuilt after each of our own changes.
  package func index() throws(VaultError) -> VaultIndex {
    if let knownIndex { return knownIndex }
    let folder = try Self.openFolder(locations.vault)
    let known = try? PackIndex(at: locations, keys: keys)
    let index = try VaultIndex(of: folder, through: snapshot, keys, known: known)
    knownIndex = index
    return index
  }

  /// Stores outlines of the vault's packs on this machine, so that they need not be opened again.
  package func notePacks() {
    defer { snapshot = FolderSnapshot(keys: keys) }
    guard let here = knownIndex, let index = try? PackIndex(at: locations, keys: keys) else {
      return
    }
    try? index.note(here.packs, opened: here.openedPacks, using: &generator)
  }
}
