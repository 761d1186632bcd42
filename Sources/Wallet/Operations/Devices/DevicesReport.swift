internal import Cards
internal import VaultFormat
package import VaultStore

/// The devices that save into a vault, as JSON.
package struct DevicesReport: Encodable, Sendable {
  /// One of them.
  struct Device: Encodable, Sendable {
    let device: String
    let deviceName: String?
    let lastSaved: String
    let thisDevice: Bool
  }

  /// What this device is called.
  package let deviceName: String
  let devices: [Device]
  /// The places with a copy of the vault that this device synced with.
  let targets: [TargetReport]

  /// Reports the devices of a vault.
  package init(of vault: Vault) async {
    deviceName = await vault.thisDeviceName
    targets = await vault.latestTargets.map(TargetReport.init)
    devices = await vault.devices.map { device in
      Device(
        device: device.number.bigEndianDigits, deviceName: device.name.isEmpty ? nil : device.name,
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

  /// A device by its number, for people: this device, another one's name, or the first digits of its number.
  package func deviceWords(_ name: String, isOwn: Bool) -> String {
    if isOwn { return "this device" }
    return name.isEmpty ? "device \(bigEndianDigits.prefix(4))" : name
  }
}
