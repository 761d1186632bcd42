internal import Cards
internal import Sealing
internal import VaultFormat

/// What a change of keys leaves to be done: `Format.md`, section 8.
extension Vault {
  /// Seals anew what counts only as something vouches for it, and tells replaced keys of the current one.
  ///
  /// Called before a change is written, and after files came in.
  ///
  /// - Returns: how many saves were sealed anew.
  @discardableResult
  func reconcile(_ access: borrowing WriteAccess) throws(VaultError) -> Int {
    guard !keys.carried.isEmpty, currentSuccessor == nil else { return 0 }
    // The next change tries again.
    try? Self.putMissingNotices(keys, in: access.folder, now(), using: &generator)
    guard !contents.vouched.isEmpty else { return 0 }
    let material = try material(includesFinished: false)
    let vouched = Set(contents.vouched.keys).intersection(material.lacking)
      .subtracting(material.claimed)
    let entries = material.sealed(besides: [], purging: [], only: vouched)
    for part in entries.parts {
      try writePack(of: part, replacing: [], by: access.device.device, in: access.folder)
    }
    // What top keys have already needs no sealing; what could not be read just now has not been sealed.
    contents.resealed(
      Set(entries.map(\.identity)).union(
        contents.vouched.keys.filter {
          !material.lacking.contains($0) && material.entries[$0]?.isClaimed == false
        }))
    return entries.count
  }
}
