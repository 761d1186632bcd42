internal import Sealing
package import VaultFormat

/// Tells good files from others before a sync sends, replaces or removes them; `VaultReceiving` judges what arrives.
extension Vault {
  /// Opens a file, and returns it if it matches its name and is proved by a held key that counts.
  package func provedFile(_ file: StoredFile, in folder: borrowing Folder) -> OpenedFile? {
    OpenedFile(file, in: folder, keys).flatMap { isGood($0, in: folder) ? $0 : nil }
  }

  /// Whether a held key proves the header of a file; fast, as it is asked of every file that a target has, too.
  package func provesHeader(of file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
      let header = EnvelopeHeader(claimedBy: start.span), let key = keys[header.keyID]
    else { return false }
    do throws(SealingError) {
      try key.prove(start.span)
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
    guard opened.hash == file.hash, opened.isProved, let id = opened.header?.keyID else {
      return false
    }
    if file.kind == .notice { return true }
    guard keys.age(of: id) != .finished else { return false }
    guard file.kind == .vault else { return true }
    // If replaced keys are finished, only a header that lists them as finished counts.
    guard let key = keys[id],
      let bytes = try? folder.read(opened.file.path, limit: StoredKind.vault.byteLimit),
      let payload = try? key.openSecret(bytes.span, as: .vault),
      case .header(let header) = try? VaultHeader.read(payload, under: id)
    else { return false }
    return !isIdle(header, under: id)
  }
}
