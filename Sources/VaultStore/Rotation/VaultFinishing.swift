internal import Cards
internal import Glibc
public import Sealing
internal import SystemPackage
public import VaultFormat

/// Finishes replaced keys: `Format.md`, section 8.
extension Vault {
  /// Finishes the replaced keys: reseals what only they have, and removes their files.
  ///
  /// Files that arrive later are reported by `verify`, and not read.
  ///
  /// - Parameter takenIn: the claimed segments that a person accepted; files with others are kept.
  /// - Returns: how many files were removed, and how many the system failed to remove.
  /// - Throws: `VaultError.siblingKeys`, `.keyReplaced`, or like `save`.
  public func finishRotation(
    takingIn takenIn: Set<ContentHash> = []
  ) throws(VaultError) -> (removed: Int, left: Int) {
    try checkWritable()
    guard !keys.hasSiblings else {
      throw .siblingKeys(keys.keySet.top.filter { $0 != keyID }.sorted { "\($0)" < "\($1)" })
    }
    var access = try writeAccess(repairing: .interruptedSave)
    // Without a notice, other devices would never learn which key to bring.
    try Self.putMissingNotices(keys, in: access.folder, now(), using: &generator)
    let material = try material(includesFinished: true)
    let leftOut = material.claimed.subtracting(takenIn)
    let entries = material.sealed(besides: leftOut, only: material.lacking)
    // Only photos that segments which count refer to.
    let referred = material.photos(of: material.sealed(besides: leftOut))
    let payloads = material.payloads.filter { identity, payload in
      material.lackingPayloads.contains(identity)
        && (payload.kind != .photo || referred.contains(identity))
    }
    var files = contents.proved
    files.packs.formUnion(
      try seal(entries, payloads, under: keys.current, by: access.device.device, in: access.folder))
    var kept: Set<String> = []
    if !keys.isSettled {
      let file = try Self.seal(keys.finishedHeader, under: keys.current, using: &generator)
      let hash = ContentHash(of: file.span)
      try put(file, hash, .vault, in: access.folder)
      files.others.insert(hash)
      kept.insert(StoredKind.vault.name(hash))
    } else {
      kept = Set(try ownHeaders().filter { $0.keyID == keyID }.map(\.file.name))
    }
    try? access.device.hold(history, files, using: &generator)
    let unsealed = material.lackingPayloads.subtracting(payloads.keys)
      .intersection(material.photos(of: leftOut.compactMap { material.entries[$0] }))
    var old = Set(
      material.oldFiles.filter { leftOut.union(unsealed).isDisjoint(with: $0.value) }.keys)
    old.formUnion(try ownHeaders().map(\.file).filter { !kept.contains($0.name) })
    let removed = try remove(old, in: access.folder)
    for key in keys.carried {
      // An interrupted change from that key, if another device was faster.
      let place = locations.keyDirectory.appending(key.id.description)
      try? discardStagedKey(at: locations.staged(place), in: access.folder)
      locations.removeKeyFile(of: key.id)
    }
    return (removed, old.count - removed)
  }

  /// The headers in the folder that held keys prove.
  package func ownHeaders() throws(VaultError)
    -> [(file: StoredFile, keyID: KeyID, bytes: [UInt8])]
  {
    try HeaderFiles(in: locations.vault).all.compactMap { candidate in
      candidate.bytes(provedBy: keys).map { (candidate.file, candidate.header.keyID, $0) }
    }
  }

  /// Removes files durably, even if the power fails.
  ///
  /// - Returns: how many were removed.
  private func remove(
    _ files: Set<StoredFile>, in folder: borrowing Folder
  ) throws(VaultError) -> Int {
    let count = files.count { folder.remove($0) }
    for name in Set(files.map(\.folder)) {
      if let inner = try Folder(name ?? ".", in: folder) { try inner.sync() }
    }
    return count
  }
}
