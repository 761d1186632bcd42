package import Sealing

/// The location of a file inside a vault's folder.
package struct StoredFile: Sendable, Hashable, Comparable {
  /// The folder inside the vault; `nil` for the vault's own.
  package let folder: String?
  package let name: String

  package init(folder: String?, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Where a vault has the file with this hash.
  package init(_ kind: StoredKind, _ hash: ContentHash) {
    self.init(folder: kind.folder, name: kind.name(hash))
  }

  /// The path inside the vault, as shown to people.
  package var path: String { folder.map { "\($0)/\(name)" } ?? name }

  package static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}

extension StoredFile {
  /// The kind of file that its folder and name indicate.
  package var kind: StoredKind? {
    StoredKind.allCases.first { $0.folder == folder && $0.hash(in: name) != nil }
  }

  /// The hash in its name, if it is in the folder of its kind.
  package var hash: ContentHash? {
    // Each kind has a folder of its own.
    StoredKind.allCases.first { $0.folder == folder }?.hash(in: name)
  }

  /// The location without capitals, if other programs put our file's name or folder into capitals; otherwise itself.
  package var inLowerCase: StoredFile {
    if hash != nil { return self }
    let lower = StoredFile(folder: folder?.lowercased(), name: name.lowercased())
    return lower.hash == nil ? self : lower
  }

  /// Whether this may be one of our files, even if another program renamed it: a conflict copy or a duplicate.
  ///
  /// All such programs keep the hash at the start.
  package var isLikeOurs: Bool {
    VaultLayout.isOurs(name) || StoredKind.allCases.contains(where: isLike)
  }

  /// Whether this may be a header, even if another program renamed it.
  package var isLikeHeader: Bool {
    folder == nil && (name.lowercased().hasSuffix(StoredKind.vault.suffix) || isLike(.vault))
  }

  private func isLike(_ kind: StoredKind) -> Bool {
    let name = name.lowercased()
    return name.contains(kind.suffix)
      && ContentHash(hexadecimal: name.prefix(2 * ContentHash.byteCount)) != nil
  }
}

/// A file at a sync target, with its name and length.
package struct RemoteFile: Sendable, Hashable {
  package let file: StoredFile
  /// Negative if the target does not report it.
  package let byteCount: Int

  package init(file: StoredFile, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Where a vault has it: case makes no difference at a target.
  package var localFile: StoredFile { file.inLowerCase }

  /// Whether its length is known and differs from that of a local file.
  package func differs(from other: Int) -> Bool { byteCount >= 0 && byteCount != other }
}

extension StoredFile {
  /// Whether it is a file whose name is a hash that does not match its content.
  package func isAltered(in folder: borrowing Folder) -> Bool {
    guard let hash = StoredKind.allCases.lazy.compactMap({ $0.hash(in: name.lowercased()) }).first,
      folder.isFile(path)
    else { return false }
    let bytes = try? folder.read(path, limit: VaultLayout.fileByteLimit)
    return bytes.map { ContentHash(of: $0.span) != hash } ?? true
  }
}
