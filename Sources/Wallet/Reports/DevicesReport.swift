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

  /// Takes over the devices.
  package init(own: String, _ devices: [VaultDevice]) {
    thisDevice = own
    self.devices = devices.map { device in
      Device(
        device: device.number.bigEndianDigits, name: device.name.isEmpty ? nil : device.name,
        lastSaved: device.lastSaved.description, thisDevice: device.isOwn)
    }
  }
}
