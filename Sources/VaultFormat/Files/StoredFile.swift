package import Sealing

/// Where a file of a vault is.
package struct StoredFile: Sendable, Hashable, Comparable {
  /// The folder inside the vault; `nil` for the vault's own.
  package let folder: String?
  package let name: String

  package init(folder: String?, name: String) {
    self.folder = folder
    self.name = name
  }

  /// The place of the file with this hash.
  package init(_ kind: StoredKind, _ hash: ContentHash) {
    self.init(folder: kind.folder, name: kind.name(hash))
  }

  /// The name shown to people: the folder, and the name in it.
  package var path: String { folder.map { "\($0)/\(name)" } ?? name }

  package static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}

extension StoredFile {
  /// The kind of file that its place and name indicate.
  package var kind: StoredKind? {
    StoredKind.allCases.first { $0.folder == folder && $0.hash(in: name) != nil }
  }

  /// The hash in its name, if its place matches.
  package var hash: ContentHash? {
    // Each kind has a folder of its own.
    StoredKind.allCases.first { $0.folder == folder }?.hash(in: name)
  }

  /// The file of ours that is meant, if other programs put its name or its folder's into capitals; otherwise itself.
  package var inLowerCase: StoredFile {
    if hash != nil { return self }
    let lower = StoredFile(folder: folder?.lowercased(), name: name.lowercased())
    return lower.hash == nil ? self : lower
  }

  /// Whether this may be one of our files under a name changed by another program.
  ///
  /// Such a file is a conflict copy or a duplicate: all such programs keep the hash at the start.
  package var isLikeOurs: Bool {
    VaultLayout.isOurs(name) || StoredKind.allCases.contains(where: isLike)
  }

  /// Whether it may be a header, even if another program changed its name.
  package var isLikeHeader: Bool {
    folder == nil && (name.lowercased().hasSuffix(StoredKind.vault.suffix) || isLike(.vault))
  }

  private func isLike(_ kind: StoredKind) -> Bool {
    let name = name.lowercased()
    return name.contains(kind.suffix)
      && ContentHash(hexadecimal: name.prefix(2 * ContentHash.byteCount)) != nil
  }
}
