internal import Cards
internal import Sealing
internal import VaultFormat

/// The files of a vault's folder, opened when something asks for them: each pack once, unless its file changes or
/// packs have more than 64 MiB together.
///
/// All that is known of a folder follows from it: what names and packs show (`index`, for deciding what to transfer),
/// and what is in the files (`JudgedFolder`), from which the cards follow (`ShownCards`). An open vault keeps one, and a
/// sync uses it throughout. Code that removes files opens them anew: it relies only on what is on the disk then.
package final class OpenedFolder {
  private let key: DerivedKeys
  private var packs: [StoredFile: (state: Folder.FileState, opened: OpenedFile)] = [:]
  private var byteCount = 0
  private var outlines: [StoredFile: (state: Folder.FileState, outline: PackIndex.Outline)] = [:]
  /// The index of the folder; `nil` until it is made, and if the folder may have changed since.
  private(set) var knownIndex: FolderIndex?
  /// The long files that were found damaged, as they were then: they are not read again until they change.
  private(set) var damaged: [StoredFile: Folder.FileState]
  /// How many times it opened a pack.
  private(set) var openedCount = 0

  /// How many bytes of packs are kept; others are opened each time.
  private static let byteLimit = 64 << 20

  /// Starts empty.
  ///
  /// - Parameters:
  ///   - key: the vault's key.
  ///   - damaged: the damaged files that this machine remembers; without them, every file is read.
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
    // Its state was taken before it is read.
    let isDamaged = state != nil && damaged[file] == state
    let opened = OpenedFile(file, in: folder, key, isDamaged: isDamaged)
    if isDamaged { return opened }
    // Reading a short one costs nothing.
    let isLong = (state?.byteCount ?? 0) > EnvelopeKey.beginningByteCount
    damaged[file] = isLong && opened?.isBroken ?? false ? state : nil
    return opened
  }

  /// Takes over what was found out about damaged files by reading all files again.
  func learnDamage(from other: OpenedFolder) { damaged = other.damaged }

  /// Remembers a file that was opened elsewhere and then put in place unchanged.
  func keep(_ opened: OpenedFile, at place: StoredFile, in folder: borrowing Folder) {
    guard place.isNamedLikePack, let state = folder.state(of: place) else { return }
    keep(opened.at(place), at: place, state)
  }

  private func keep(_ opened: OpenedFile?, at place: StoredFile, _ state: Folder.FileState) {
    byteCount -= packs.removeValue(forKey: place)?.opened.byteCount ?? 0
    // Only proved packs: anything else may have been a failing disk.
    if let opened, case .payload(.pack, _) = opened.content,
      byteCount + opened.byteCount <= Self.byteLimit
    {
      packs[place] = (state, opened)
      byteCount += opened.byteCount
    }
  }

  /// Forgets what is in the packs, which needs memory, and may be outdated.
  func forgetPacks() {
    packs = [:]
    outlines = [:]
    byteCount = 0
  }

  /// Makes an index of the folder: what names and packs show of it.
  func index(
    in folder: borrowing Folder, known: PackIndex?
  ) throws(VaultError) -> FolderIndex {
    let index = try FolderIndex(of: folder, through: self, known: known)
    knownIndex = index
    return index
  }

  /// Notes that the folder changes.
  func forgetIndex() { knownIndex = nil }

  /// The outline of a pack that this machine knows; its file is hashed once, and again only if it changed.
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
