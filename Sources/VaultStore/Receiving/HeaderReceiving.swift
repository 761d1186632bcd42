package import Sealing
internal import SystemPackage
package import VaultFormat

/// Receives headers from a target.
extension Vault {
  /// Adds headers received from a target; the keys found with them are already in use.
  package func accept(
    _ headers: [HeaderFiles.Candidate]
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    let added = try keep(headers)
    for header in headers {
      guard let bytes = header.bytes else { continue }
      let name = StoredKind.vault.name(ContentHash(of: bytes.span))
      keyFiles.headers.insert(name)
      keyFiles.own.insert(name)
    }
    return added
  }

  /// Puts headers into the vault's folder under their proper names.
  ///
  /// - Returns: how many were missing, and their total size.
  func keep(_ headers: [HeaderFiles.Candidate]) throws(VaultError) -> (count: Int, byteCount: Int) {
    guard !headers.isEmpty else { return (0, 0) }
    let folder = try Self.openFolder(locations.vault)
    // The lock keeps others from saving under a key that is no longer the vault's.
    let device = try lockDevice(timeout: timeout)
    knownIndex = nil
    let added = try Self.put(headers.compactMap(\.bytes), in: folder)
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
