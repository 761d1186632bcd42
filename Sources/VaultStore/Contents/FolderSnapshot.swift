internal import VaultFormat

/// The files of a vault's folder as they were last looked at: listed anew for each question, and opened again only
/// where they changed.
///
/// A vault has one, and three questions are answered through it: what its cards are (`VaultContents`), what to carry
/// (`VaultIndex`), and what to seal anew (`VaultMaterial`). Packs stay open, as they hold nearly everything; whatever
/// else there is, is opened for who asks.
final class FolderSnapshot {
  private let keys: VaultKeys
  private var packs: [StoredFile: (state: Folder.FileState, opened: OpenedFile)] = [:]

  /// Knows nothing yet.
  init(keys: VaultKeys) {
    self.keys = keys
  }

  /// All files that are there now.
  func files(in folder: borrowing Folder) throws(VaultError) -> [StoredFile] {
    let files = try VaultListing(of: folder).files
    let there = Set(files.lazy.filter(\.isNamedLikePack))
    packs = packs.filter { there.contains($0.key) }
    return files
  }

  /// What is in a file; `nil` when it is gone.
  func open(_ file: StoredFile, in folder: borrowing Folder) -> OpenedFile? {
    guard file.isNamedLikePack, let state = folder.state(of: file) else {
      return OpenedFile(file, in: folder, keys)
    }
    if let known = packs[file], known.state == state { return known.opened }
    let opened = OpenedFile(file, in: folder, keys)
    packs[file] = opened.map { (state, $0) }
    return opened
  }
}

extension StoredFile {
  /// Whether it bears the name of a pack, in whatever folder.
  var isNamedLikePack: Bool { StoredKind.pack.hash(in: name) != nil }
}
