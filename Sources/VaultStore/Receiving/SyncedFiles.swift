internal import Sealing
package import VaultFormat

// What a sync needs to know and to do in the vault's folder.

extension Vault {
  /// The index of the folder, rebuilt after each of our changes.
  package func index() throws(VaultError) -> FolderIndex {
    if let known = snapshot.knownIndex { return known }
    return try snapshot.index(
      in: Self.openFolder(locations.vault), known: PackIndex(at: locations, keys: keys))
  }

  /// Stores the outlines of packs on this machine, so that these need not be opened again.
  package func notePacks() {
    defer { snapshot.forgetPacks() }
    guard let here = snapshot.knownIndex else { return }
    try? PackIndex(at: locations, keys: keys).note(
      here.packs, opened: here.openedPacks, using: &generator)
  }
}

// Distinguishes good files before a sync sends, replaces or removes them; `receive` judges what arrives.

extension Vault {
  /// Opens a file; `nil` if it does not match its name, or the key does not prove it.
  package func provedFile(_ file: StoredFile, in folder: borrowing Folder) -> OpenedFile? {
    OpenedFile(file, in: folder, keys.current).flatMap { isGood($0, in: folder) ? $0 : nil }
  }

  /// Whether the key proves a file's header; fast enough for every file that a target also has.
  package func provesHeader(of file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
      EnvelopeHeader(claimedBy: start.span)?.keyID == keyID
    else { return false }
    do throws(SealingError) {
      try keys.current.prove(start.span)
      return true
    } catch {
      if case .newerFormat = error { return true }
      return false
    }
  }

  /// Whether a file in the vault's folder is good; packs in the snapshot are not opened again.
  package func isGoodHere(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    snapshot.open(file, in: folder).map { isGood($0, in: folder) } ?? false
  }

  private func isGood(_ opened: OpenedFile, in folder: borrowing Folder) -> Bool {
    let file = opened.file.inLowerCase
    guard opened.hash == file.hash else { return isOwnNotice(file, in: folder) }
    return opened.isProved
  }

  /// Whether a file is one of the notices in the vault's header, which earlier keys prove.
  private func isOwnNotice(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard file.kind == .notice, let hash = file.hash,
      keys.header.notices.contains(where: { ContentHash(of: $0.span) == hash })
    else { return false }
    return !file.isAltered(in: folder)
  }

  /// Between receiving and sending, moves this device to a new key and restores names.
  package func prepareSending() throws(VaultError) {
    let isMisnamed = !(try index()).misnamed.isEmpty
    guard keys.former != nil || isMisnamed || isRead else { return }
    try read()
    let access = try lockForWriting()
    if isMisnamed { compact(access) }
    clearRetired(in: access.folder)
  }

  /// Packs this device's loose files if there are many, and returns whether it wrote a pack.
  package func packOwn() throws(VaultError) -> Bool {
    guard isCompactable else { return false }
    let count = contents.packs.count
    compact(try lockForWriting(repairing: .none), looseLimit: Self.travellingLimit)
    return contents.packs.count > count
  }

  /// A device's loose files are packed before sending when there are more than this.
  private static let travellingLimit = 16
}
