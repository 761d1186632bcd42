internal import VaultFormat

/// The right to write, for as long as this lives: the vault's folder, and this machine's state under its lock.
struct WriteAccess: ~Copyable {
  let folder: Folder
  var device: DeviceState
}

extension Vault {
  /// Waits for the right to write, and finds out what became of a save that was stopped.
  ///
  /// - Parameter isMaintenance: whether nothing of this device's own is written: then a save that was stopped is left to
  ///   the next one.
  /// - Returns: the right, until it goes.
  /// - Throws: `VaultError.keyChangedMeanwhile` when the vault's key was changed since it was opened, `.inUse`, or what
  ///   the system says.
  func writeAccess(isMaintenance: Bool = false) throws(VaultError) -> WriteAccess {
    let folder = try Self.openFolder(locations.vault)
    var device = try lockDevice(timeout: timeout)
    try checkUnchanged(folder)
    if !isMaintenance {
      device.recover(vault: folder, history: history, using: &generator)
    }
    return WriteAccess(folder: folder, device: device)
  }
}
