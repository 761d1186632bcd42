internal import Cards
package import VaultStore

/// The devices that save into a vault, for scripts.
package struct DevicesReport: Encodable, Sendable {
  /// One of them.
  package struct Device: Encodable, Sendable {
    let device: String
    let name: String?
    let lastSaved: String
    let thisDevice: Bool
  }

  let thisDevice: String
  let devices: [Device]
  /// When this device last synced; absent if it never did.
  let lastSync: String?

  /// Reports the devices.
  ///
  /// - Parameters:
  ///   - own: What this device is called.
  ///   - devices: All that saved something.
  ///   - lastSync: The last sync of this device; `nil` if it never synced.
  package init(own: String, _ devices: [VaultDevice], lastSync: LastSync?) {
    thisDevice = own
    self.lastSync = lastSync?.moment.description
    self.devices = devices.map { device in
      Device(
        device: device.number.bigEndianDigits, name: device.name.isEmpty ? nil : device.name,
        lastSaved: device.lastSaved.description, thisDevice: device.isOwn)
    }
  }
}
