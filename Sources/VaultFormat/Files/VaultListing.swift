internal import SystemPackage

/// The files in a vault's folder that may belong to it, up to a limit.
package struct VaultListing {
  package private(set) var files: [StoredFile] = []
  /// Whether there are more names than the limit.
  package private(set) var isPartial = false

  /// Lists a vault's folder and the subfolders that can contain its files.
  ///
  /// - Throws: the system's error.
  package init(
    of vault: borrowing Folder, limit: Int = VaultLayout.nameLimit
  ) throws(VaultError) {
    let own = try vault.names(upTo: limit)
    isPartial = own.isPartial
    for name in own.names where !StoredKind.isFolder(name) && !VaultLayout.isPassedOver(name) {
      files.append(StoredFile(folder: nil, name: name))
    }
    for kind in StoredKind.allCases {
      var rest = limit
      for name in vault.folders(of: kind, among: own.names) {
        do throws(VaultError) {
          let inner = try vault.files(in: name, upTo: rest)
          files += inner.files
          rest -= inner.count
          if inner.isPartial { isPartial = true }
        } catch {
          guard [.notDirectory, .tooManySymbolicLinkLevels].contains(error.errno) else {
            throw error
          }
          // Something that is not a folder has this name.
          files.append(StoredFile(folder: nil, name: name))
        }
      }
    }
    if files.count > limit { isPartial = true }
    files = Self.bounded(files, to: limit) { $0 }
  }

  /// The files of a vault's folder or a sync target to examine: all of them, up to a limit.
  ///
  /// Beyond it, each folder gets an equal share of what the others leave, so that a flood in one hides nothing in
  /// another; names that may be ours come first.
  package static func bounded<File>(
    _ files: [File], to limit: Int = VaultLayout.nameLimit, at location: (File) -> StoredFile
  ) -> [File] {
    guard files.count > limit else { return files }
    let folders = Dictionary(grouping: files) { location($0).folder?.lowercased() ?? "" }
      .sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
    var chosen: [File] = []
    for (number, folder) in folders.enumerated() {
      let share = (limit - chosen.count) / (folders.count - number)
      if folder.value.count <= share {
        chosen += folder.value
      } else {
        let ours = folder.value.filter { location($0).isLikeOurs }
        let others = ours.count < share ? folder.value.filter { !location($0).isLikeOurs } : []
        chosen += (ours + others).prefix(share)
      }
    }
    return chosen
  }
}

extension Folder {
  /// The files in a vault's folders for a kind, up to the limit; none if the folders cannot be listed.
  package func files(of kind: StoredKind) -> [StoredFile] {
    let limit = VaultLayout.nameLimit
    var files: [StoredFile] = []
    for name in folders(of: kind, among: (try? names(upTo: limit).names) ?? []) {
      files += (try? self.files(in: name, upTo: limit - files.count).files) ?? []
    }
    return files
  }

  /// The names of a vault's folders for a kind, its own first: other programs may have made one in capitals.
  fileprivate func folders(of kind: StoredKind, among names: [String]) -> [String] {
    guard let folder = kind.folder else { return [] }
    let found = names.filter { $0.lowercased() == folder }
    // Where case makes no difference, it is listed under one name and found under each.
    return !found.contains(folder) && holds(folder) ? [folder] : found.sorted(by: >)
  }

  fileprivate func files(
    in name: String, upTo limit: Int
  ) throws(VaultError) -> (files: [StoredFile], count: Int, isPartial: Bool) {
    guard let folder = try Folder(name, in: self) else { return ([], 0, false) }
    let listed = try folder.names(upTo: limit)
    let files = listed.names.filter { !VaultLayout.isPassedOver($0) }
      .map { StoredFile(folder: name, name: $0) }
    return (files, listed.count, listed.isPartial)
  }
}
