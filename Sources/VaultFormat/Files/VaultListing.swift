internal import SystemPackage

/// The names of all files in a vault that may belong to it.
package struct VaultListing {
  package private(set) var files: [StoredFile] = []

  /// Lists a vault's folder and those of its subfolders that can contain its files.
  package init(of vault: borrowing Folder) throws(VaultError) {
    let names = try vault.names()
    let folders = StoredKind.allCases.flatMap { vault.folders(of: $0, among: names) }
    for name in names where !StoredKind.isFolder(name) && !VaultLayout.isPassedOver(name) {
      files.append(StoredFile(folder: nil, name: name))
    }
    for name in folders.sorted() {
      do throws(VaultError) {
        files += try vault.files(in: name)
      } catch {
        guard [.notDirectory, .tooManySymbolicLinkLevels].contains(error.errno) else { throw error }
        // Something that is not a folder has this name.
        files.append(StoredFile(folder: nil, name: name))
      }
    }
  }
}

extension Folder {
  /// The files in a vault's folders of a kind; none if they cannot be listed.
  package func files(of kind: StoredKind) -> [StoredFile] {
    folders(of: kind, among: (try? names()) ?? []).flatMap { (try? files(in: $0)) ?? [] }
  }

  /// The names that a vault's folder of a kind has: other programs may have put it into capitals, too.
  fileprivate func folders(of kind: StoredKind, among names: [String]) -> [String] {
    guard let folder = kind.folder else { return [] }
    let found = names.filter { $0.lowercased() == folder }
    // Where case makes no difference, it is listed under one name and found under each.
    return !found.contains(folder) && holds(folder) ? [folder] : found
  }

  fileprivate func files(in name: String) throws(VaultError) -> [StoredFile] {
    guard let folder = try Folder(name, in: self) else { return [] }
    return try folder.names().filter { !VaultLayout.isPassedOver($0) }
      .map { StoredFile(folder: name, name: $0) }
  }
}
