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
  func reconcile(
    _ folder: borrowing Folder, _ device: borrowing DeviceState
  ) throws(VaultError) -> Int {
    guard !keys.carried.isEmpty, currentSuccessor == nil else { return 0 }
    Self.putMissingNotices(keys, in: folder, now(), using: &generator)
    guard !contents.vouched.isEmpty else { return 0 }
    let material = try material(includesFinished: false)
    let vouched = Set(contents.vouched.keys).intersection(material.lacking)
      .subtracting(material.claimed)
    let entries = material.sealed(besides: [], purging: [], only: vouched)
    try writePacks(of: entries, by: device.device, in: folder)
    // What top keys have already needs no sealing.
    contents.resealed(
      Set(entries.map(\.identity)).union(
        contents.vouched.keys.filter { !material.lacking.contains($0) })
    )
    return entries.count
  }

  /// Writes packs of segments that are not here yet, none of them too large.
  func writePacks(
    of entries: [Pack.Entry], by device: UInt64, in folder: borrowing Folder
  ) throws(VaultError) {
    var rest = entries[...]
    while !rest.isEmpty {
      let part = rest.prefix(ofByteCount: Self.packByteCount)
      try writePack(of: Array(part), replacing: [], by: device, in: folder)
      rest = rest.dropFirst(part.count)
    }
  }
}
