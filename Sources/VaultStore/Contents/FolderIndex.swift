internal import Sealing
package import VaultFormat

/// What a vault's folder contains, according to names and packs: enough to decide what to transfer.
///
/// Segments are not opened, so that checking an unchanged vault is cheap.
package struct FolderIndex {
  /// The files named by a hash, in the right folder.
  package private(set) var files: Set<StoredFile> = []
  /// Whether there are more names than were examined.
  package private(set) var isPartial = false
  /// The files that packs replace, by hash.
  private(set) var replaced: Set<ContentHash> = []
  private(set) var packs: [ContentHash: PackIndex.Outline] = [:]
  /// The packs that had to be opened.
  private(set) var openedPacks: Set<ContentHash> = []
  /// Files that other programs apparently renamed.
  private(set) var misnamed: [StoredFile] = []

  /// Indexes a vault's folder, without opening packs that this machine already knows.
  init(
    of folder: borrowing Folder, through snapshot: OpenedFolder, known: PackIndex?
  ) throws(VaultError) {
    let listing = try VaultListing(of: folder)
    isPartial = listing.isPartial
    for file in listing.files {
      guard file.hash != nil else {
        if file.isLikeOurs { misnamed.append(file) }
        continue
      }
      files.insert(file)
      guard file.kind == .pack, let hash = file.hash else { continue }
      if let outline = snapshot.outline(of: file, in: folder, known: known) {
        take(hash, outline)
        continue
      }
      guard let opened = snapshot.open(file, in: folder) else {
        files.remove(file)
        continue
      }
      switch opened.content {
      case .payload(.pack, _) where opened.hash == hash:
        if let pack = opened.pack { take(hash, PackIndex.Outline(of: pack, hash)) }
        openedPacks.insert(hash)
      // Files under other keys count: they are neither fetched again nor sent.
      case .finding(.newer), .unproved: break
      case .finding, .payload: files.remove(file)
      }
    }
  }

  /// Whether a file at a target contains nothing new.
  package func makesUp(for file: StoredFile) -> Bool {
    files.contains(file) || isReplaced(file)
  }

  /// Whether a pack says that it replaces a file; fast even for ten thousand files and a hundred packs.
  package func isReplaced(_ file: StoredFile) -> Bool {
    guard let kind = file.kind, kind != .vault, kind != .notice, let hash = file.hash else {
      return false
    }
    return replaced.contains(hash)
  }

  /// The packs that say that they replace a file.
  package func substitutes(for file: StoredFile) -> [StoredFile] {
    guard isReplaced(file), let hash = file.hash else { return [] }
    return packs.filter { $0.value.replaces.contains(hash) }.keys.sorted()
      .map { StoredFile(.pack, $0) }
  }

  private mutating func take(_ hash: ContentHash, _ outline: PackIndex.Outline) {
    packs[hash] = outline
    replaced.formUnion(outline.replaces)
  }
}
