internal import Sealing
package import VaultFormat

/// Receives headers from a target.
extension Vault {
  /// Announces headers of a target; the keys found with them are already in use.
  ///
  /// They are put into the folder last: a new key hides what was sealed under the old one, so whatever was sealed anew
  /// is received first.
  package func announce(_ headers: [HeaderFiles.Candidate]) {
    // Later transfers may remove the files.
    arriving = headers.compactMap(\.bytes)
    let names = arriving.map { StoredKind.vault.name(ContentHash(of: $0.span)) }
    keyFiles.headers.formUnion(names)
    keyFiles.own.formUnion(names)
  }

  /// Puts the announced headers into the vault's folder under their proper names.
  ///
  /// - Returns: how many were missing, and their total size.
  package func acceptHeaders() throws(VaultError) -> (count: Int, byteCount: Int) {
    guard !arriving.isEmpty else { return (0, 0) }
    let folder = try Self.openFolder(locations.vault)
    // The lock keeps others from saving under a key that is no longer the vault's.
    var device = try lockDevice(timeout: timeout)
    snapshot.forgetIndex()
    let added = try Self.put(arriving, in: folder)
    if isRead {
      for bytes in arriving {
        contents.note(StoredFile(.vault, ContentHash(of: bytes.span)), .good)
      }
      remember(as: &device)
    }
    arriving = []
    _ = consume device
    return added
  }
}
