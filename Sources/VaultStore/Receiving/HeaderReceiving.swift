package import Sealing
internal import SystemPackage
package import VaultFormat

/// Headers that come from a target.
extension Vault {
  /// Takes in headers that came from a target; the keys are those that were found with them.
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

  /// Puts headers into the vault's folder, under their own names.
  ///
  /// - Returns: how many were not there, and their bytes together.
  func keep(_ headers: [HeaderFiles.Candidate]) throws(VaultError) -> (count: Int, byteCount: Int) {
    guard !headers.isEmpty else { return (0, 0) }
    let folder = try Self.openFolder(locations.vault)
    // Nobody saves meanwhile under a key that is no longer the vault's.
    let device = try lockDevice(timeout: timeout)
    knownIndex = nil
    let added = try Self.put(headers.compactMap(\.bytes), in: folder)
    _ = consume device
    return added
  }

  /// Whether a header tells nothing that others here do not.
  package func isIdle(_ header: VaultHeader, under id: KeyID) -> Bool {
    switch keys.age(of: id) {
    case .finished: true
    case .carried: false
    case .top: id == keyID && keys.isSettled && header.carried.contains { !$0.isFinished }
    }
  }
}
