internal import VaultFormat

/// The files of a vault's folder as one piece of work knows them: each pack is opened once, and again only when its file
/// changed.
///
/// Three questions are answered through it: what the vault's cards are (`VaultContents`), what to carry (`VaultIndex`),
/// and what to seal anew (`VaultMaterial`). A sync has one to its end, and a plan that a person agrees to has one. What
/// removes files, or judges them, begins with a new one: it goes by what is on the disk, and by nothing that was there
/// before.
final class FolderSnapshot {
  private let keys: VaultKeys
  private var packs: [StoredFile: (state: Folder.FileState, opened: OpenedFile)] = [:]
  private var byteCount = 0

  /// So many bytes of packs are kept; others are opened each time.
  private static let byteLimit = 64 << 20

  /// Knows nothing yet.
  init(keys: VaultKeys) {
    self.keys = keys
  }

  /// What is in a file; `nil` when it is gone.
  func open(_ file: StoredFile, in folder: borrowing Folder) -> OpenedFile? {
    guard file.isNamedLikePack, let state = folder.state(of: file) else {
      return OpenedFile(file, in: folder, keys)
    }
    if let known = packs[file], known.state == state { return known.opened }
    let opened = OpenedFile(file, in: folder, keys)
    byteCount -= packs.removeValue(forKey: file)?.opened.byteCount ?? 0
    // Only what was proved: whatever else it seemed to be may have been a disk that did not answer.
    if let opened, case .payload(.pack, _, _) = opened.content,
      byteCount + opened.byteCount <= Self.byteLimit
    {
      packs[file] = (state, opened)
      byteCount += opened.byteCount
    }
    return opened
  }
}

extension StoredFile {
  /// Whether it bears the name of a pack, in whatever folder.
  var isNamedLikePack: Bool { StoredKind.pack.hash(in: name) != nil }
}
