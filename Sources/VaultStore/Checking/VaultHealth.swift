/// What is wrong with a vault that can be used all the same.
public struct VaultHealth: Sendable, Hashable {
  /// Files that were altered, cut short or cannot be read.
  public var damaged: [String] = []
  /// Files that only a newer program reads; while there are any, nothing can be changed.
  public var newer: [String] = []
  /// Files that are sealed with a key of this vault, it seems, that is not at hand.
  public var ofLaterKey: [String] = []
  /// Files of another vault.
  public var ofAnotherVault: [String] = []
  /// Files of an epoch that is finished, which came late.
  public var late: [String] = []
  /// Saves that were here once and are not any more.
  public var missing: [AbsentSaves] = []
  /// Whether the key was changed elsewhere; then nothing can be changed.
  public var keyChange: KeyChange?
  /// Whether this machine remembers a newer key of the vault than is to be seen in it.
  public var isOfOlderKey = false
  /// Whether what this machine remembered of the vault cannot be read, so that files that went
  /// missing before now cannot be noticed.
  public var isMemoryLost = false

  /// Whether there is nothing to say.
  public var isGood: Bool { self == VaultHealth() }
}

extension Vault {
  /// What is wrong with the vault.
  public var health: VaultHealth {
    let findings = contents.findings
    return VaultHealth(
      damaged: findings.paths(.damaged), newer: findings.paths(.newer),
      ofLaterKey: findings.paths(.ofLaterKey),
      ofAnotherVault: findings.paths(.ofAnotherVault), late: findings.paths(.late),
      missing: missing(in: history, findings), keyChange: knownKeyChange,
      isOfOlderKey: memory.isOfAbsentKey, isMemoryLost: memory.isDamaged)
  }

  /// A change of the key that the vault's files tell, or that this machine remembers.
  var knownKeyChange: KeyChange? {
    keyChange ?? (memory.isOfAbsentKey ? .elsewhere([]) : nil)
  }

  /// Remembers what is here, so that it is missed when it goes; as far as the machine allows, and waiting
  /// for nobody.
  public func remember() {
    guard knownKeyChange == nil, !memory.remembers(history, contents.packHashes) else { return }
    guard var device = try? lockDevice(patience: .zero) else { return }
    remember(as: &device)
  }

  /// The same with the device's lock held.
  func remember(as device: inout DeviceState) {
    try? device.hold(history, contents.packHashes, using: &generator)
    memory.follow(device, holding: history, contents.packHashes)
  }

  /// Takes the vault as it is for whole: what is missing now is missed no longer.
  ///
  /// - Throws: `VaultError.inUse`, `.noSpace`, `.readOnly`, `.permission` or `.io`.
  public func forgetMissing() throws(VaultError) {
    var device = try lockDevice(patience: patience)
    try device.forget(allBut: history, using: &generator)
    memory = device.memory
  }
}
