internal import Sealing

/// What a vault's folder holds, as far as names and packs tell: enough to know what to carry.
///
/// Segments are not opened, so that looking at a vault in which nothing changed costs little.
struct VaultIndex {
  /// The files that bear the name of a hash in the place for it.
  private(set) var files: Set<StoredFile> = []
  /// The segments that packs hold whole.
  private(set) var covered: Set<ContentHash> = []
  /// The packs whose segments are all in another pack.
  private(set) var replaced: Set<ContentHash> = []
  /// What each pack covers and replaces.
  private(set) var packs: [ContentHash: Outline] = [:]
  /// Files whose names were changed by other programs, it seems.
  private(set) var misnamed: [StoredFile] = []
  /// Packs that cannot be used.
  private(set) var damaged: [StoredFile] = []

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
      case .payload(.pack, let epoch, let payload) where opened.hash == file.hash:
        if epoch < keys.finishedBefore {
          files.remove(file)
        } else if let pack = try? Pack(payload: payload) {
          add(pack, opened.hash)
        }
      case .finding(.ofLaterKey), .finding(.newer): break
      case .finding(.damaged), .payload:
        files.remove(file)
        damaged.append(file)
      case .finding: files.remove(file)
      }
    }
  }

  /// Whether a file at a target brings nothing that is not here.
  func makesUp(for file: StoredFile) -> Bool {
    if files.contains(file) { return true }
    return switch (file.kind, file.hash) {
    case (.segment, let hash?): covered.contains(hash)
    case (.pack, let hash?): replaced.contains(hash)
    default: false
    }
  }

  /// The packs that make up for a file.
  func substitutes(for file: StoredFile) -> [StoredFile] {
    guard let hash = file.hash else { return [] }
    return packs.filter { pack in
      switch file.kind {
      case .segment: pack.value.covers.contains(hash)
      case .pack: pack.value.replaces.contains(hash)
      case .vault, .photo, nil: false
      }
    }.keys.sorted().map {
      StoredFile(folder: StoredKind.pack.folder, name: StoredKind.pack.name($0))
    }
  }

  private mutating func add(_ pack: Pack, _ hash: ContentHash) {
    let outline = Outline(
      covers: Set(pack.entries.filter { !$0.isPurged }.map(\.identity)),
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

  /// Whether a name may be that of a file of ours, though another program changed it: a conflict copy, a
  /// duplicate.
  var isLikeOurs: Bool {
    if VaultLayout.isOurs(name) { return true }
    // `HASH.segment.conflict1`, `HASH.segment (1)`: our name, and more.
    return StoredKind.allCases.contains { name.contains($0.suffix) }
  }
}
