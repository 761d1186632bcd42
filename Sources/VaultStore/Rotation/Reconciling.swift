internal import Cards
internal import Sealing
internal import VaultFormat

/// Follows up on a change of keys: `Format.md`, section 8.
extension Vault {
  /// Reseals segments that count only because something vouches for them, and adds missing notices of the
  /// current key.
  ///
  /// Called before a change is written, and after files were received. Opening a vault writes nothing.
  ///
  /// - Parameters:
  ///   - access: the right to write.
  ///   - snapshot: opens the files; `nil` for a new one.
  /// - Returns: how many segments were resealed.
  /// - Throws: like `save`.
  @discardableResult
  func reconcile(
    _ access: borrowing WriteAccess, through snapshot: FolderSnapshot? = nil
  ) throws(VaultError) -> Int {
    guard !keys.carried.isEmpty, currentSuccessor == nil else { return 0 }
    // If this fails, the next change tries again.
    try? Self.putMissingNotices(keys, in: access.folder, now(), using: &generator)
    guard !contents.vouched.isEmpty else { return 0 }
    let material = try material(includesFinished: false, through: snapshot)
    let vouched = Set(contents.vouched.keys).intersection(material.lacking)
      .subtracting(material.claimed)
    let entries = material.sealed(besides: [], purging: [], only: vouched)
    for part in entries.parts {
      try writePack(of: part, replacing: [], by: access.device.device, in: access.folder)
    }
    // Top keys have the others already, or they could not be read now.
    contents.resealed(
      Set(entries.map(\.identity)).union(
        contents.vouched.keys.filter {
          !material.lacking.contains($0) && material.entries[$0]?.isClaimed == false
        }))
    return entries.count
  }
}
