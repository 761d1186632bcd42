package import VaultFormat

/// What is put in order before something is written.
package enum Repairs {
  /// Nothing: no segment of this device's own follows.
  case none
  /// An interrupted save of this device.
  case interruptedSave
  /// Also what a change of the key left to do.
  case all
}

extension Vault {
  /// Waits for the right to write, and makes the repairs that come first: the one place where that happens.
  ///
  /// - Returns: the right to write.
  /// - Throws: `VaultError.keyChangedMeanwhile` if the vault's key was changed since it was opened, `.inUse`,
  ///   or the system's error.
  package func writeAccess(repairing repairs: Repairs = .all) throws(VaultError) -> WriteAccess {
    let folder = try Self.openFolder(locations.vault)
    // Not before all of a sync's files are here.
    if keys.former != nil, arriving.isEmpty { try move(in: folder) }
    var device = try lockDevice(timeout: timeout)
    try checkUnchanged(folder)
    if repairs != .none {
      device.recover(vault: folder, history: history, using: &generator)
    }
    // If it fails, the next change tries again.
    if repairs == .all, notices.isEmpty { try? Self.putMissingNotices(of: keys.header, in: folder) }
    return WriteAccess(folder: folder, device: device)
  }
}
