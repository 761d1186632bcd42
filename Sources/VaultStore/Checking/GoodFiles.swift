internal import Sealing
package import VaultFormat

/// Tells good files from others, in the vault's folder or at a target, before a sync sends, replaces or removes them; what
/// is received is judged in `VaultReceiving`.
extension Vault {
  /// Whether a file of the vault matches its name and is proved by a held key that counts.
  package func isGood(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    guard let opened = OpenedFile(file, in: folder, keys), opened.hash == file.hash,
      opened.isProved,
      let id = opened.header?.keyID
    else { return false }
    if file.kind == .notice { return true }
    guard keys.age(of: id) != .finished else { return false }
    guard file.kind == .vault else { return true }
    // If replaced keys are finished, only a header that lists them as finished counts.
    guard let key = keys[id],
      let bytes = try? folder.read(file.path, limit: StoredKind.vault.byteLimit),
      let payload = try? key.openSecret(bytes.span, as: .vault),
      case .header(let header) = try? VaultHeader.read(payload, under: id)
    else { return false }
    return !isIdle(header, under: id)
  }
}
