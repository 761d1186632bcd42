package import VaultFormat

/// Repairs to make before something is written.
package enum Repairs {
  /// None: no segment of this device follows.
  case none
  /// This device's interrupted save.
  case interruptedSave
  /// Also whatever a change of the key left to do.
  case all
}

extension Vault {
  /// Waits for the right to write, and makes repairs; nothing else does either.
  ///
  /// - Throws: `VaultError.keyChangedMeanwhile` if the vault's key was changed since the vault was opened,
  ///   `.inUse`, or the system's error.
  package func lockForWriting(repairing repairs: Repairs = .all) throws(VaultError) -> WriteAccess {
    let folder = try Self.openFolder(locations.vault)
    // Not before all files of a sync are here.
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
