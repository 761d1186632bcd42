package import VaultFormat

/// The right to write until this value is destroyed: the vault's folder, and this machine's state under its
/// lock.
package struct WriteAccess: ~Copyable {
  package let folder: Folder
  package var device: DeviceState
}
