package import VaultFormat

/// Tells a sync what the vault's folder contains.
extension Vault {
  /// An index of the folder, rebuilt after each of our own changes.
  package func index() throws(VaultError) -> FolderIndex {
    if let known = snapshot.knownIndex { return known }
    return try snapshot.index(
      in: Self.openFolder(locations.vault), known: PackIndex(at: locations, keys: keys))
  }

  /// Stores outlines of the vault's packs on this machine, so that they need not be opened again.
  package func notePacks() {
    defer { snapshot.forgetPacks() }
    guard let here = snapshot.knownIndex else { return }
    try? PackIndex(at: locations, keys: keys).note(
      here.packs, opened: here.openedPacks, using: &generator)
  }
}
