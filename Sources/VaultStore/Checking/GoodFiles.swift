internal import Sealing
package import VaultFormat

/// Tells good files from others before a sync sends, replaces or removes them; `VaultReceiving` judges what arrives.
extension Vault {
  /// Opens a file, and returns it if it matches its name and is the key proves it.
  package func provedFile(_ file: StoredFile, in folder: borrowing Folder) -> OpenedFile? {
    OpenedFile(file, in: folder, keys.current).flatMap { isGood($0, in: folder) ? $0 : nil }
  }

  /// Whether the key proves the header of a file; fast, as it is asked of every file that a target has, too.
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

  /// Whether a file in the vault's own folder is good; a pack that the snapshot has is not opened again.
  package func isGoodHere(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    snapshot.open(file, in: folder).map { isGood($0, in: folder) } ?? false
  }

  private func isGood(_ opened: OpenedFile, in folder: borrowing Folder) -> Bool {
    let file = opened.file.inLowerCase
    guard opened.hash == file.hash else { return isOwnNotice(file, in: folder) }
    return opened.isProved
  }

  /// Whether a file is one of the notices in the vault's header, which other keys prove.
  private func isOwnNotice(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard file.kind == .notice, let hash = file.hash,
      keys.header.notices.contains(where: { ContentHash(of: $0.span) == hash })
    else { return false }
    return !file.isAltered(in: folder)
  }
}
