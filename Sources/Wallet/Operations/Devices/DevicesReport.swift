internal import Cards
internal import VaultFormat
package import VaultStore

/// The devices that save into a vault, for scripts.
package struct DevicesReport: Encodable, Sendable {
  /// One of them.
  struct Device: Encodable, Sendable {
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

/// A device's name as a person types it.
package enum TypedDeviceName {
  /// The name as it is stored; empty for that of the host.
  ///
  /// - Throws: Why it is refused.
  package static func checked(_ typed: String) throws(Failure) -> String {
    let name = typed.trimmed
    guard name.printable == name, name.isVisible || name.isEmpty else {
      throw Failure.usage(
        "the name cannot be shown as it is",
        because: "it has a line break, a control character or one that cannot be seen",
        try: "type it without that character")
    }
    guard !name.isLonger(than: DeviceName.maxCount) else {
      // Where few characters have very many marks, the marks count.
      let count = name.count > DeviceName.maxCount ? name.count : name.unicodeScalars.count
      throw Failure.usage(
        "the name is too long",
        because: "it has \(count) characters, and the limit is \(DeviceName.maxCount)",
        try: "shorten it")
    }
    return name
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  package var bigEndianDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
