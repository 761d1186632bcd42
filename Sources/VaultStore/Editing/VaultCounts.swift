public import VaultFormat

extension Vault {
  /// More names than this program has; further ones are not counted.
  private static let mostNames = 200

  /// What was counted on this device, by name.
  public var localCounts: [LocalCount] {
    memory.state.local.counts.map {
      LocalCount($0.name, count: $0.count, milliseconds: $0.milliseconds)
    }
    .sorted { $0.name < $1.name }
  }

  /// Adds to what is counted on this device.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error; then nothing was added.
  public func add(_ counts: [LocalCount]) throws(VaultError) {
    guard !counts.isEmpty else { return }
    var device = try lockDevice(timeout: timeout)
    var sums = Dictionary(
      device.memory.state.local.counts.map {
        ($0.name, LocalCount($0.name, count: $0.count, milliseconds: $0.milliseconds))
      },
      uniquingKeysWith: { first, _ in first })
    for count in counts where sums[count.name] != nil || sums.count < Self.mostNames {
      var sum = sums[count.name] ?? LocalCount(count.name, count: 0)
      sum.count &+= count.count
      sum.milliseconds &+= count.milliseconds
      sums[count.name] = sum
    }
    try store(sums.values.sorted { $0.name < $1.name }, as: &device)
  }

  /// Forgets what was counted on this device.
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
}
