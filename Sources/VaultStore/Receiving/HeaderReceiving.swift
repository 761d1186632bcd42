package import Sealing
package import VaultFormat

/// Receives headers from a target.
extension Vault {
  /// Announces headers of a target; the keys found with them are already in use.
  ///
  /// They are put into the folder last: one that finishes keys hides what these sealed, so whatever was resealed
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

  /// Whether a header contains nothing that other headers here do not.
  package func isIdle(_ header: VaultHeader, under id: KeyID) -> Bool {
    switch keys.age(of: id) {
    case .finished: true
    case .carried: false
    case .top: id == keyID && keys.isSettled && header.carried.contains { !$0.isFinished }
    }
  }
}
