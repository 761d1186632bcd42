internal import Sealing
package import VaultFormat

/// Compacts the vault's folder, and moves this device to a new key, between receiving and sending.
extension Vault {
  /// Does what a change of the key or of names requires before anything is sent.
  package func prepareSending() throws(VaultError) {
    let isMisnamed = !(try index()).misnamed.isEmpty
    guard keys.former != nil || isMisnamed || isRead else { return }
    try read()
    let access = try writeAccess()
    if isMisnamed { compact(access) }
    clearRetired(in: access.folder)
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
