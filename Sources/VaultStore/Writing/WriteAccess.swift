package import VaultFormat

/// The right to write until this value is destroyed: the vault's folder, and this machine's state under its
/// lock.
package struct WriteAccess: ~Copyable {
  package let folder: Folder
  package var device: DeviceState
}

extension Vault {
  /// Waits for the right to write, and recovers an interrupted save.
  ///
  /// - Parameter isMaintenance: whether nothing of this device's own is written; an interrupted save is then
  ///   left to the next call.
  /// - Returns: the right to write.
  /// - Throws: `VaultError.keyChangedMeanwhile` if the vault's key was changed since it was opened, `.inUse`,
  ///   or the system's error.
  package func writeAccess(isMaintenance: Bool = false) throws(VaultError) -> WriteAccess {
    let folder = try Self.openFolder(locations.vault)
    var device = try lockDevice(timeout: timeout)
    try checkUnchanged(folder)
    if !isMaintenance {
      device.recover(vault: folder, history: history, using: &generator)
    }
    return WriteAccess(folder: folder, device: device)
  }
}
