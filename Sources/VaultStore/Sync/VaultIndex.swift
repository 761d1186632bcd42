internal import Sealing

/// What a vault's folder holds, as far as names and packs tell: enough to know what to carry.
///
/// Segments are not opened, so that looking at a vault in which nothing changed costs little.
struct VaultIndex {
  /// The files that bear the name of a hash in the place for it.
  private(set) var files: Set<StoredFile> = []
  /// Packs under finished keys.
  private var late: Set<StoredFile> = []
  /// The segments that packs hold whole.
  private(set) var covered: Set<ContentHash> = []
  /// The packs whose segments are all in another pack.
  private(set) var replaced: Set<ContentHash> = []
  /// What each pack covers and replaces.
  private(set) var packs: [ContentHash: Outline] = [:]
  /// Files whose names were changed by other programs, it seems.
  private(set) var misnamed: [StoredFile] = []

  /// What a pack says of itself.
  struct Outline {
    let covers: Set<ContentHash>
    let replaces: Set<ContentHash>
  }

  /// Looks through a vault's folder.
  init(of folder: borrowing Folder, _ keys: VaultKeys) throws(SystemFailure) {
    for file in try VaultListing(of: folder).files {
      guard file.hash != nil else {
        if file.isLikeOurs { misnamed.append(file) }
        continue
      }
      files.insert(file)
      guard file.kind == .pack else { continue }
      guard let opened = OpenedFile(file, in: folder, keys) else {
        files.remove(file)
        continue
      }
      switch opened.content {
      case .payload(.pack, let age, let payload) where opened.hash == file.hash:
        if age == .finished {
          files.remove(file)
          late.insert(file)
        } else if age == .top, let pack = try? Pack(payload: payload) {
          // Whoever has a replaced key could have made one under it, and claim in it what they like.
          add(pack, opened.hash)
        }
      case .finding(.newer), .finding(.newerUnderOtherKey): break
      case .finding, .payload, .unproved: files.remove(file)
      }
    }
  }

  /// Whether a file at a target brings nothing that is not here.
  func makesUp(for file: StoredFile) -> Bool {
    if files.contains(file) || late.contains(file) { return true }
    return switch (file.kind, file.hash) {
    case (.segment, let hash?): covered.contains(hash)
    case (.pack, let hash?): replaced.contains(hash)
    default: false
    }
  }

  /// Whether a pack makes up for a file: there may be ten thousand files, and a hundred packs.
  func isSubstituted(_ file: StoredFile) -> Bool {
    switch file.kind {
    case .segment: file.hash.map(covered.contains) ?? false
    case .pack: file.hash.map(replaced.contains) ?? false && !substitutes(for: file).isEmpty
    case .vault, .notice, .photo, .other, nil: false
    }
  }

  /// The packs that make up for a file.
  func substitutes(for file: StoredFile) -> [StoredFile] {
    guard let hash = file.hash else { return [] }
    return packs.filter { pack in
      switch file.kind {
      case .segment: pack.value.covers.contains(hash)
      // What it says is believed only as far as it can be seen.
      case .pack:
        pack.value.replaces.contains(hash)
          && packs[hash]?.covers.isSubset(of: pack.value.covers) ?? true
      case .vault, .notice, .photo, .other, nil: false
      }
    }.keys.sorted().map { StoredFile(.pack, $0) }
  }

  private mutating func add(_ pack: Pack, _ hash: ContentHash) {
    let outline = Outline(
      covers: Set(pack.entries.filter { !$0.isPurged && !$0.isClaimed }.map(\.identity)),
      replaces: Set(pack.replaces).subtracting([hash]))
    packs[hash] = outline
    covered.formUnion(outline.covers)
    replaced.formUnion(outline.replaces)
  }
}

extension StoredFile {
  /// The kind of file that its place and name say.
  var kind: StoredKind? {
    StoredKind.allCases.first { $0.folder == folder && $0.hash(in: name) != nil }
  }

  /// The hash that its name gives, in the place for it.
  var hash: ContentHash? { kind?.hash(in: name) }

  /// Whether a name may be that of a file of ours, though another program changed it.
  ///
  /// A conflict copy or a duplicate: all such programs leave the hash at its beginning.
  var isLikeOurs: Bool { VaultLayout.isOurs(name) || StoredKind.allCases.contains(where: isLike) }

  /// Whether it may be a header, whatever another program made of its name.
  var isLikeHeader: Bool {
    folder == nil && (name.hasSuffix(StoredKind.vault.suffix) || isLike(.vault))
  }

  private func isLike(_ kind: StoredKind) -> Bool {
    name.contains(kind.suffix)
      && ContentHash(hexadecimal: name.prefix(2 * ContentHash.byteCount)) != nil
  }
}
