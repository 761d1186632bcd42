internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct DeviceCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "List the devices of this vault, or name this one.",
    discussion: """
      Examples:
        cardvault device
        cardvault device --name "kitchen laptop"

      A device is named after its host until you name it. History and conflicts show the names. Other devices \
      see a new name once you have saved a change here and synced. The command also shows when this device last synced.

      \(ExitStatus.help(ExitStatus.ofChange))
      """)

  @Option(help: "The new name of this device; empty for the name of the host.")
  var name: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let name = try name.map(TypedDeviceName.checked)
    let store = try await vault.open()
    if let name {
      try await store.nameDevice(name)
      Console.noteStored()
    }
    if common.format.isForScripts {
      return console.result(json: await DevicesReport(of: store))
    }
    console.result("This device: \(await store.thisDeviceName)")
    if let sync = await store.lastSync {
      let target = PasswordMasking(target: sync.target).masked
      console.result("Last synced: \(sync.moment.local), with \(target)")
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
