internal import SystemPackage

/// The names of all files in a vault that may belong to it.
package struct VaultListing {
  package private(set) var files: [StoredFile] = []

  /// Lists a vault's folder and those of its subfolders that can contain its files.
  package init(of vault: borrowing Folder) throws(VaultError) {
    let inner = Set(StoredKind.allCases.compactMap(\.folder))
    for name in try vault.names() where !inner.contains(name) && !VaultLayout.isPassedOver(name) {
      files.append(StoredFile(folder: nil, name: name))
    }
    for name in inner.sorted() {
      let folder: Folder
      do throws(VaultError) {
        guard let found = try Folder(name, in: vault) else { continue }
        folder = found
      } catch {
        guard [.notDirectory, .tooManySymbolicLinkLevels].contains(error.errno) else { throw error }
        // Something that is not a folder has this name.
        files.append(StoredFile(folder: nil, name: name))
        continue
      }
      for file in try folder.names() where !VaultLayout.isPassedOver(file) {
        files.append(StoredFile(folder: name, name: file))
      }
    }
  }
}
