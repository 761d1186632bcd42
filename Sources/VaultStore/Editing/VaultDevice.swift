public import Cards
public import VaultFormat

/// A device that saved something in a vault.
public struct VaultDevice: Sendable, Hashable {
  /// Its number.
  public let number: UInt64
  /// Its name when it last saved; empty if it had none.
  public let name: String
  /// When it last saved, by its own clock.
  public let lastSaved: Timestamp
  /// Whether it is this machine in this vault folder.
  public let isOwn: Bool
}

extension Vault {
  /// The name that a person gave this device, or else the host's.
  public var thisDeviceName: String { memory.name }

  /// Names this device in this vault; an empty name means the host's.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  public func nameDevice(_ name: String) throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    try device.rename(to: DeviceName.cleaned(name), using: &generator)
    memory.state.local.deviceName = DeviceName.cleaned(name)
  }

  /// The devices that saved something, the most recent first.
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

  /// The places with a copy of the vault that this device synced with, in the order in which they became known.
  public var knownTargets: [KnownTarget] { memory.targets }

  /// Remembers a finished sync with a target, which takes the place of the one with its name and of the one at its
  /// place.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  package func note(_ target: KnownTarget) throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    try device.note(target, using: &generator)
    memory.state.local.targets = device.memory.state.local.targets
  }

  /// Forgets a target; the copy there stays.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  public func forget(target name: String) throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    try device.forget(target: name, using: &generator)
    memory.state.local.targets = device.memory.state.local.targets
  }

  /// More names than this program uses; counts with further names are dropped.
  private static let maxCountNames = 200

  /// This device's counts, by name.
  public var localCounts: [LocalCount] {
    memory.state.local.counts.map {
      LocalCount($0.name, count: $0.count, milliseconds: $0.milliseconds)
    }
    .sorted { $0.name < $1.name }
  }

  /// Adds to this device's counts.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error; nothing was added then.
  public func add(_ counts: [LocalCount]) throws(VaultError) {
    guard !counts.isEmpty else { return }
    var device = try lockDevice(timeout: timeout)
    var sums = Dictionary(
      device.memory.state.local.counts.map {
        ($0.name, LocalCount($0.name, count: $0.count, milliseconds: $0.milliseconds))
      },
      uniquingKeysWith: { first, _ in first })
    for count in counts where sums[count.name] != nil || sums.count < Self.maxCountNames {
      var sum = sums[count.name] ?? LocalCount(count.name, count: 0)
      sum.count &+= count.count
      sum.milliseconds &+= count.milliseconds
      sums[count.name] = sum
    }
    try store(sums.values.sorted { $0.name < $1.name }, as: &device)
  }

  /// Forgets this device's counts.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  public func clearLocalCounts() throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    try store([], as: &device)
  }

  private func store(
    _ counts: [LocalCount], as device: inout DeviceState
  ) throws(VaultError) {
    try device.setCounts(counts, using: &generator)
    memory.state.local.counts = counts.map(\.message)
  }

  /// More kinds of tables than a person has; the oldest are forgotten.
  private static let maxTableCount = 50

  /// The meanings of tables' columns that were confirmed on this device, the latest last.
  package var rememberedColumns: [RememberedColumns] {
    memory.state.local.tables.map { RememberedColumns($0) }
  }

  /// Remembers the meaning of a table's columns, replacing that of the same header.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  package func remember(_ columns: RememberedColumns) throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    let others = device.memory.state.local.tables.filter { $0.header != columns.header }
    let tables = (others + [columns.message]).suffix(Self.maxTableCount)
    try device.setTables(Array(tables), using: &generator)
    memory.state.local.tables = Array(tables)
  }
}
