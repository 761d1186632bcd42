internal import Cards
internal import Sealing
internal import VaultFormat

/// The files of a vault's folder, opened on demand: each pack once, unless its file changes or the packs exceed 64
/// MiB.
///
/// Everything known of a folder derives from it: an index of names and packs (`FolderIndex`, to decide what to
/// transfer), and the contents of the files (`JudgedFolder`), from which the cards derive (`ShownCards`). An open
/// vault keeps one, also during a sync. Code that removes files opens them anew, so that it relies only on what is
/// on the disk then.
package final class OpenedFolder {
  private let key: DerivedKeys
  private var packs: [StoredFile: (state: Folder.FileState, opened: OpenedFile)] = [:]
  private var byteCount = 0
  private var outlines: [StoredFile: (state: Folder.FileState, outline: PackIndex.Outline)] = [:]
  /// The index of the folder; `nil` before it is made, and once the folder may have changed.
  private(set) var knownIndex: FolderIndex?
  /// The state of long files when they were found damaged: they are not read again until they change.
  private(set) var damaged: [StoredFile: Folder.FileState]
  /// How often it opened a pack.
  private(set) var openedCount = 0

  /// How many bytes of packs are kept; further packs are opened each time.
  private static let byteLimit = 64 << 20

  /// Starts empty, with the damaged files that this machine remembers; without them, every file is read.
  init(under key: DerivedKeys, damaged: [StoredFile: Folder.FileState] = [:]) {
    self.key = key
    self.damaged = damaged
  }

  /// Opens a file; `nil` if it is gone.
  func open(_ file: StoredFile, in folder: borrowing Folder) -> OpenedFile? {
    WorkMeter.current?.noteFile()
    let state = folder.state(of: file)
    guard file.isNamedLikePack, let before = state else { return read(file, in: folder, state) }
    if let known = packs[file], known.state == before { return known.opened }
    openedCount += 1
    let opened = read(file, in: folder, before)
    keep(opened, at: file, before)
    return opened
  }

  private func read(
    _ file: StoredFile, in folder: borrowing Folder, _ state: Folder.FileState?
  ) -> OpenedFile? {
    // The state was taken before the file is read.
    let isDamaged = state != nil && damaged[file] == state
    let opened = OpenedFile(file, in: folder, key, isDamaged: isDamaged)
    if isDamaged { return opened }
    // Reading a short file costs nothing.
    let isLong = (state?.byteCount ?? 0) > EnvelopeKey.beginningByteCount
    damaged[file] = isLong && opened?.isBroken ?? false ? state : nil
    return opened
  }

  /// Adopts the damage that was found by reading all files again.
  func learnDamage(from other: OpenedFolder) { damaged = other.damaged }

  /// Remembers a file that was opened elsewhere and then put here unchanged.
  func keep(_ opened: OpenedFile, at file: StoredFile, in folder: borrowing Folder) {
    guard file.isNamedLikePack, let state = folder.state(of: file) else { return }
    keep(opened.at(file), at: file, state)
  }

  private func keep(_ opened: OpenedFile?, at file: StoredFile, _ state: Folder.FileState) {
    byteCount -= packs.removeValue(forKey: file)?.opened.byteCount ?? 0
    // Only proved packs: anything else may be a failing disk.
    if let opened, case .payload(.pack, _) = opened.content,
      byteCount + opened.byteCount <= Self.byteLimit
    {
      packs[file] = (state, opened)
      byteCount += opened.byteCount
    }
  }

  /// Forgets the contents of packs, which take memory and may be outdated.
  func forgetPacks() {
    packs = [:]
    outlines = [:]
    byteCount = 0
  }

  func index(
    in folder: borrowing Folder, known: PackIndex?
  ) throws(VaultError) -> FolderIndex {
    let index = try FolderIndex(of: folder, through: self, known: known)
    knownIndex = index
    return index
  }

  /// Must be called when the folder changes.
  func forgetIndex() { knownIndex = nil }

  /// The outline of a pack that this machine knows; its file is hashed once, and again if it changes.
  func outline(
    of file: StoredFile, in folder: borrowing Folder, known: PackIndex?
  ) -> PackIndex.Outline? {
    guard let known, let state = folder.state(of: file), damaged[file] != state else { return nil }
    if let found = outlines[file], found.state == state { return found.outline }
    let outline = known.outline(of: file, in: folder)
    outlines[file] = outline.map { (state, $0) }
    return outline
  }
}

extension StoredFile {
  /// Whether it has the name of a pack, in any folder.
  var isNamedLikePack: Bool { StoredKind.pack.hash(in: name) != nil }
}
