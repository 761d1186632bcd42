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

  /// The place for what has this hash.
  package init(_ kind: StoredKind, _ hash: ContentHash) {
    self.init(folder: kind.folder, name: kind.name(hash))
  }

  /// The name as people are told: the folder, and the name in it.
  package var path: String { folder.map { "\($0)/\(name)" } ?? name }

  package static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}

extension StoredFile {
  /// The kind of file that its place and name say.
  package var kind: StoredKind? {
    StoredKind.allCases.first { $0.folder == folder && $0.hash(in: name) != nil }
  }

  /// The hash that its name gives, in the place for it.
  package var hash: ContentHash? { kind?.hash(in: name) }

  /// Whether a name may be that of a file of ours, though another program changed it.
  ///
  /// A conflict copy or a duplicate: all such programs leave the hash at its beginning.
  package var isLikeOurs: Bool {
    VaultLayout.isOurs(name) || StoredKind.allCases.contains(where: isLike)
  }

  /// Whether it may be a header, whatever another program made of its name.
  package var isLikeHeader: Bool {
    folder == nil && (name.hasSuffix(StoredKind.vault.suffix) || isLike(.vault))
  }

  private func isLike(_ kind: StoredKind) -> Bool {
    name.contains(kind.suffix)
      && ContentHash(hexadecimal: name.prefix(2 * ContentHash.byteCount)) != nil
  }
}
