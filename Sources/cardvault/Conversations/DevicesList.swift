internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// The targets that this device syncs with, and the devices of the vault.
struct DevicesList {
  private let vault: VaultOptions
  private let console: Console

  init(_ vault: VaultOptions, _ console: Console) { (self.vault, self.console) = (vault, console) }

  /// Shows them, once this device has a new name if one was typed.
  func show(naming name: String?) async throws {
    let name = try name.map(TypedDeviceName.checked)
    let store = try await vault.open(console)
    if let name {
      try await store.nameDevice(name)
      console.noteStored()
    }
    if console.format.isForScripts {
      return console.result(json: await DevicesReport(of: store))
    }
    console.result("This device: \(await store.thisDeviceName)")
    let targets = await store.knownTargets
    if !targets.isEmpty {
      var table = TextTable(["TARGET", "LAST SYNCED", "PLACE"])
      for target in targets {
        let place = PasswordMasking(target: target.target).masked
        table.append([target.name, target.synced.local, place.printable])
      }
      console.result(table: table.lines(width: TTY.size?.columns, style: { console.bold($0) }))
    }
    if name != nil {
      console.remark("Other devices see the name once you have saved a change here and synced.")
    }
    let others = await store.devices.filter { !$0.isOwn }
    guard !others.isEmpty else { return }
    var table = TextTable(["OTHER DEVICES", "LAST SAVED", "NUMBER"])
    for device in others {
      let number = String(device.number.bigEndianDigits.prefix(4))
      table.append([device.name.isEmpty ? "–" : device.name, device.lastSaved.local, number])
    }
    console.result(table: table.lines(width: TTY.size?.columns, style: { console.bold($0) }))
  }
}
