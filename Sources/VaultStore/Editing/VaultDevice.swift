public import Cards
public import VaultFormat

/// A device that saved something in a vault.
public struct VaultDevice: Sendable, Hashable {
  /// Its number.
  public let number: UInt64
  /// What it was called when it saved last; empty if it had no name.
  public let name: String
  /// When it saved last, by its own clock.
  public let lastSaved: Timestamp
  /// Whether it is this machine, at this vault folder.
  public let isOwn: Bool
}

extension Vault {
  /// What this device is called: the name that a person chose, or else that of the host.
  public var thisDeviceName: String { memory.name }

  /// Names this device, in this vault; an empty name means that of the host.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  public func nameDevice(_ name: String) throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    try device.rename(to: DeviceName.cleaned(name), using: &generator)
    memory.state.local.deviceName = DeviceName.cleaned(name)
  }

  /// The devices that saved something, the latest first.
  public var devices: [VaultDevice] {
    var last: [UInt64: Segment] = [:]
    for segment in history.segments
    where last[segment.device].map({ $0.sequence < segment.sequence }) ?? true {
      last[segment.device] = segment
    }
    return last.values.sorted {
      ($0.wall.milliseconds, $0.device) > ($1.wall.milliseconds, $1.device)
    }
    .map { segment in
      VaultDevice(
        number: segment.device, name: segment.deviceName, lastSaved: segment.wall,
        isOwn: segment.device == memory.state.device)
    }
  }

  /// The last sync of this device that came to its end; `nil` where there was none.
  public var lastSync: LastSync? { memory.lastSync }

  /// Remembers a sync.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  package func note(_ sync: LastSync) throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    try device.note(sync, using: &generator)
    (memory.state.local.syncTarget, memory.state.local.synced) = (
      sync.target, sync.moment.milliseconds
    )
  }
}
