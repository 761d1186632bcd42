internal import Sealing
package import VaultFormat

/// Compacts the vault's folder, and adapts it to a change of keys, between receiving and sending.
extension Vault {
  /// Does what a change of keys or names requires before anything is sent.
  ///
  /// - Returns: how many segments were resealed.
  package func settle(_ receipt: Receipt) throws(VaultError) -> Int {
    let folder = try Self.openFolder(locations.vault)
    let index = try index()
    let hasOld =
      keys.hasFinished
      && index.files.contains {
        $0.kind == .segment && !index.isReplaced($0) && isFinished($0, in: folder)
      } || !index.late.isEmpty
    let isMisnamed = !index.misnamed.isEmpty
    guard isRead || hasOld || isMisnamed else { return 0 }
    if keys.hasFinished {
      // Files under finished keys are removed only according to what is on the disk now.
      snapshot.forgetPacks()
      // Something that vouches for them may have arrived.
      if receipt.fileCount > 0 { try readAnew() }
    }
    try read()
    let before = resealedCount
    var access = try writeAccess()
    let count = resealedCount - before
    if count > 0 { remember(as: &access.device) }
    if isMisnamed { compact(access) }
    clearLeftovers(access.folder)
    return count
  }

  /// How many photos count although they are sealed under finished keys only; such files are not sent.
  package func outdatedPhotoCount() throws(VaultError) -> Int {
    guard keys.hasFinished else { return 0 }
    let folder = try Self.openFolder(locations.vault)
    let index = try index()
    guard index.files.contains(where: { $0.kind == .photo && isFinished($0, in: folder) }) else {
      return 0
    }
    return try contents(.everything, through: snapshot).findings.files(.outdated).count
  }

  /// Whether a file exists and claims a finished key.
  private func isFinished(_ file: StoredFile, in folder: borrowing Folder) -> Bool {
    let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
    return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }
      .map { keys.age(of: $0.keyID) == .finished } ?? false
  }

  /// Packs this device's own loose files if there are many.
  ///
  /// - Returns: whether a pack was written.
  package func packOwn() throws(VaultError) -> Bool {
    guard isCompactable else { return false }
    let count = contents.packs.count
    compact(try writeAccess(repairing: .none), looseLimit: Self.travellingLimit)
    return contents.packs.count > count
  }

  /// More loose files of this device than this are packed before a sync.
  private static let travellingLimit = 16
}
