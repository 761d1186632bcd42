package import VaultFormat

/// What to carry of the vault's folder, as a sync asks for it.
extension Vault {
  /// What the folder holds; it is looked at anew after each change of ours.
  package func index() throws(VaultError) -> VaultIndex {
    if let knownIndex { return knownIndex }
    let folder = try Self.openFolder(locations.vault)
    let known = try? PackIndex(at: locations, keys: keys)
    let index = try VaultIndex(of: folder, through: snapshot, keys, known: known)
    knownIndex = index
    return index
  }

  /// Notes on this machine what the vault's packs tell, so that they need not be opened for it again.
  package func notePacks() {
    defer { snapshot = FolderSnapshot(keys: keys) }
    guard let here = knownIndex, let index = try? PackIndex(at: locations, keys: keys) else {
      return
    }
    try? index.note(here.packs, opened: here.openedPacks, using: &generator)
  }
}
