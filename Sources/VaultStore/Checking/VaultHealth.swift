public import VaultFormat

/// Problems with a vault that is still usable.
public struct VaultHealth: Sendable, Hashable {
  /// Files that were altered or truncated, or that cannot be read.
  public var damaged: [String] = []
  /// Files that only a newer program can read; while there are any, nothing can be changed.
  public var newer: [String] = []
  /// Files that no key here proves.
  public var foreign: [String] = []
  /// Files under a finished key that may hold something that exists nowhere else.
  public var late: [String] = []
  /// Segments that were here once but are gone.
  public var missing: [AbsentSegments] = []
  /// Keys that notices name and that are not held; of too many, the most important ones.
  public var successors: [Successor] = []
  /// How many more there are.
  public var furtherSuccessorCount = 0
  /// Whether the folder has more files than are looked at.
  public var isPartial = false
  /// Whether this machine saved under a key of the vault that is not held.
  public var isOlderThanRemembered = false
  /// Whether the file of that key is here, and only what was saved under it is missing.
  public var hasRememberedKey = false
  /// Whether this machine's memory of the vault cannot be read, so that files that disappeared earlier go
  /// unnoticed.
  public var isMemoryLost = false

  /// No problems.
  public init() {}

  /// Whether there is nothing to report; foreign files do not concern the vault.
  public var isGood: Bool {
    var own = self
    own.foreign = []
    return own == VaultHealth()
  }
}

extension Vault {
  /// The vault's problems.
  public var health: VaultHealth {
    let findings = contents.findings
    var health = VaultHealth()
    health.damaged = findings.paths(.damaged)
    health.newer = findings.paths(.newer)
    health.foreign = findings.paths(.foreign)
    health.late = findings.paths(.late)
    health.missing = missing(in: history)
    (health.successors, health.furtherSuccessorCount) = shownSuccessors
    health.isPartial = contents.isPartial || keyFiles.isPartial
    health.isOlderThanRemembered = memory.isOfAbsentKey
    health.hasRememberedKey = hasRememberedKey
    health.isMemoryLost = memory.isDamaged
    return health
  }

  /// Accepts the vault as complete: segments and photos missing now are no longer reported.
  ///
  /// - Parameter found: what `verify` found, with the photos to forget.
  /// - Throws: `VaultError.inUse`, `.noSpace`, `.readOnly`, `.permission` or `.io`.
  public func forgetMissing(_ found: Verification) throws(VaultError) {
    let photos = Set(found.missingPhotos.map(\.identity))
    var device = try lockDevice(timeout: timeout)
    try device.forget(allBut: history, photos, using: &generator)
    contents.proved.others.subtract(photos)
    memory = device.memory
  }
}
