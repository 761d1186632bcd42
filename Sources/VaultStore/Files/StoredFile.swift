internal import Sealing

/// Where a file of a vault is.
struct StoredFile: Sendable, Hashable, Comparable {
  /// The folder inside the vault; `nil` for the vault's own.
  let folder: String?
  let name: String
}

extension StoredFile {
  /// The place for what has this hash.
  init(_ kind: StoredKind, _ hash: ContentHash) {
    self.init(folder: kind.folder, name: kind.name(hash))
  }

  /// The name as people are told: the folder, and the name in it.
  var path: String { folder.map { "\($0)/\(name)" } ?? name }

  static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}
