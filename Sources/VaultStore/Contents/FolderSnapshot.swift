internal import Cards
internal import VaultFormat

/// The files of a vault's folder during one operation: each pack is opened once, and again only if its file
/// changed.
///
/// It serves three purposes: reading the vault's cards (`VaultContents`), deciding what to transfer
/// (`VaultIndex`), and finding what to reseal (`VaultMaterial`). A sync uses one throughout, and so does a plan
/// that a person agrees to. Code that removes or judges files starts with a new one: it relies only on what is
/// on the disk now.
package final class FolderSnapshot {
  private let keys: VaultKeys
  private var packs: [StoredFile: (state: Folder.FileState, opened: OpenedFile)] = [:]
  private var byteCount = 0

  /// How many bytes of packs are kept; others are opened each time.
  private static let byteLimit = 64 << 20

  /// Starts empty.
  init(keys: VaultKeys) {
    self.keys = keys
  }

  /// Opens a file; `nil` if it is gone.
  func open(_ file: StoredFile, in folder: borrowing Folder) -> OpenedFile? {
    WorkMeter.current?.noteFile()
    guard file.isNamedLikePack, let state = folder.state(of: file) else {
      return OpenedFile(file, in: folder, keys)
    }
    if let known = packs[file], known.state == state { return known.opened }
    let opened = OpenedFile(file, in: folder, keys)
    byteCount -= packs.removeValue(forKey: file)?.opened.byteCount ?? 0
    // Only proved packs: anything else may have been a failing disk.
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
  /// Whether it has the name of a pack, in any folder.
  var isNamedLikePack: Bool { StoredKind.pack.hash(in: name) != nil }
}
