internal import Sealing
package import VaultFormat

/// What names and packs show of a vault's folder: enough to decide what to transfer.
///
/// Segments are not opened, so that checking an unchanged vault is cheap.
package struct FolderIndex {
  /// The files named by a hash, in the right place.
  package private(set) var files: Set<StoredFile> = []
  /// Packs under finished keys.
  private var late: Set<StoredFile> = []
  /// The segments that packs cover.
  private(set) var covered: Set<ContentHash> = []
  /// The packs whose segments are all in another pack.
  private(set) var replaced: Set<ContentHash> = []
  /// An outline of each pack under a top key.
  private(set) var packs: [ContentHash: PackIndex.Outline] = [:]
  /// The packs that had to be opened for that.
  private(set) var openedPacks: Set<ContentHash> = []
  /// Files whose names were apparently changed by other programs.
  private(set) var misnamed: [StoredFile] = []

  /// Examines a vault's folder; packs that this machine already knows are not opened.
  init(
    of folder: borrowing Folder, through snapshot: FolderSnapshot, _ keys: VaultKeys,
    known: PackIndex?
  ) throws(VaultError) {
    for file in try VaultListing(of: folder).files {
      guard file.hash != nil else {
        if file.isLikeOurs { misnamed.append(file) }
        continue
      }
      files.insert(file)
      guard file.kind == .pack, let hash = file.hash else { continue }
      if let outline = snapshot.outline(of: file, in: folder, known: known) {
        take(file, hash, keys.age(of: outline.keyID), outline)
        continue
      }
      guard let opened = snapshot.open(file, in: folder) else {
        files.remove(file)
        continue
      }
      switch opened.content {
      case .payload(.pack, let age, let payload) where opened.hash == hash:
        let outline = (try? Pack(payload: payload)).flatMap { pack in
          opened.header.map { PackIndex.Outline(of: pack, hash, under: $0.keyID) }
        }
        take(file, hash, age, outline)
        openedPacks.insert(hash)
      case .finding(.newer), .finding(.newerUnderOtherKey): break
      case .finding, .payload, .unproved: files.remove(file)
      }
    }
  }

  /// Whether a file at a target contains nothing new.
  package func makesUp(for file: StoredFile) -> Bool {
    if files.contains(file) || late.contains(file) { return true }
    return switch (file.kind, file.hash) {
    case (.segment, let hash?): covered.contains(hash)
    case (.pack, let hash?): replaced.contains(hash)
    default: false
    }
  }

  /// Whether a pack replaces a file; fast, as there may be ten thousand files and a hundred packs.
  package func isSubstituted(_ file: StoredFile) -> Bool {
    switch file.kind {
    case .segment: file.hash.map(covered.contains) ?? false
    case .pack: file.hash.map(replaced.contains) ?? false && !substitutes(for: file).isEmpty
    case .vault, .notice, .photo, .other, nil: false
    }
  }

  /// The packs that replace a file.
  package func substitutes(for file: StoredFile) -> [StoredFile] {
    guard let hash = file.hash else { return [] }
    return packs.filter { pack in
      switch file.kind {
      case .segment: pack.value.covers.contains(hash)
      // Its claim is believed only as far as it can be checked.
      case .pack:
        pack.value.replaces.contains(hash)
          && packs[hash]?.covers.isSubset(of: pack.value.covers) ?? true
      case .vault, .notice, .photo, .other, nil: false
      }
    }.keys.sorted().map { StoredFile(.pack, $0) }
  }

  /// Adds a pack's outline.
  private mutating func take(
    _ file: StoredFile, _ hash: ContentHash, _ age: VaultKeys.Age, _ outline: PackIndex.Outline?
  ) {
    if age == .finished {
      files.remove(file)
      late.insert(file)
    } else if age == .top, let outline {
      // Anyone with a replaced key could have made a pack under it, claiming anything.
      packs[hash] = outline
      covered.reserveCapacity(covered.count + outline.covers.count)
      covered.formUnion(outline.covers)
      replaced.formUnion(outline.replaces)
    }
  }
}
