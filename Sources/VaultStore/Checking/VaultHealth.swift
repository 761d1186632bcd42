public import VaultFormat

/// What is wrong with a vault that can be used all the same.
public struct VaultHealth: Sendable, Hashable {
  /// Files that were altered, cut short or cannot be read.
  public var damaged: [String] = []
  /// Files that only a newer program reads; while there are any, nothing can be changed.
  public var newer: [String] = []
  /// Files under a key that a notice names, and that is not held.
  public var needsKey: [String] = []
  /// Files that nothing here proves.
  public var foreign: [String] = []
  /// Files under a finished key that may hold what is nowhere else.
  public var late: [String] = []
  /// Saves that were here once and are not any more.
  public var missing: [AbsentSegments] = []
  /// Keys that notices name and that are not held.
  public var successors: [Successor] = []
  /// Whether this machine saved under a key of the vault that is not held.
  public var isOlderThanRemembered = false
  /// Whether what this machine remembered of the vault cannot be read, so that files that went
  /// missing before now cannot be noticed.
  public var isMemoryLost = false

  /// Nothing is wrong.
  public init() {}

  /// Whether there is nothing to report; what is foreign is no concern of the vault.
  public var isGood: Bool {
    var own = self
    own.foreign = []
    return own == VaultHealth()
  }
}

extension Vault {
  /// What is wrong with the vault.
  public var health: VaultHealth {
    let findings = contents.findings
    var health = VaultHealth()
    health.damaged = findings.paths(.damaged)
    health.newer = findings.paths(.newer)
    health.needsKey = findings.paths(.needsKey)
    health.foreign = findings.paths(.foreign)
    health.late = lateFiles
    health.missing = missing(in: history, findings)
    health.successors = successors
    health.isOlderThanRemembered = memory.isOfAbsentKey
    health.isMemoryLost = memory.isDamaged
    return health
  }

  /// The files under finished keys that may hold what is nowhere else.
  private var lateFiles: [String] {
    let bare = bareIdentities
    let whole = contents.leftovers.filter { leftover in
      leftover.holdings.segments.contains(where: bare.contains)
    }
    return (contents.findings.paths(.late) + whole.map(\.file.path)).sorted()
  }

  /// Takes the vault as it is for whole: what is missing now is missed no longer.
  ///
  /// - Throws: `VaultError.inUse`, `.noSpace`, `.readOnly`, `.permission` or `.io`.
  public func forgetMissing() throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    try device.forget(allBut: history, using: &generator)
    memory = device.memory
  }
}
