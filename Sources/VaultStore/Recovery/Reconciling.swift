internal import Cards
internal import Sealing
internal import VaultFormat

/// Follows up on a change of keys: `Format.md`, section 8.
extension Vault {
  /// Reseals segments that count only because something vouches for them, and adds missing notices of the
  /// current key.
  ///
  /// Only `writeAccess` calls it: when an opened vault is first changed, and when files were received. Opening a
  /// vault writes nothing, and a change of keys reseals everything itself.
  ///
  /// - Throws: like `save`.
  func reconcile(_ access: borrowing WriteAccess) throws(VaultError) {
    guard !keys.carried.isEmpty, currentSuccessor == nil else { return }
    // If this fails, the next change tries again.
    try? Self.putMissingNotices(keys, in: access.folder, now(), using: &generator)
    guard !contents.vouched.isEmpty else { return }
    let material = VaultMaterial(
      of: try contents(.everything, through: snapshot), includesFinished: false)
    let vouched = Set(contents.vouched.keys).intersection(material.lacking)
      .subtracting(material.claimed)
    let entries = material.sealed(besides: [], only: vouched)
    for part in entries.parts {
      try writePack(of: part, replacing: [], by: access.device.device, in: access.folder)
    }
    // Top keys have the others already, or they could not be read now.
    contents.resealed(
      vouched.union(
        contents.vouched.keys.filter {
          material.entries[$0] != nil && !material.lacking.contains($0)
        }))
    resealedCount += entries.count
  }
}
