public import Sealing
public import VaultFormat

/// Problems with a vault that is still usable.
public struct VaultHealth: Sendable, Hashable {
  /// Files that were altered or truncated, or that cannot be read.
  public var damaged: [String] = []
  /// Files that only a newer program can read; while there are any, nothing can be changed.
  public var newer: [String] = []
  /// Files that the key does not prove.
  public var foreign: [String] = []
  /// Foreign files that claim a key of the vault that is retired on this machine.
  public var retired: [String] = []
  /// Segments that were here and are gone.
  public var missing: [AbsentSegments] = []
  /// The keys that notices name as successors, up to a limit.
  public var successors: [Successor] = []
  /// How many successors are not in the list.
  public var furtherSuccessorCount = 0
  /// How many segments are gone since a notice arrived: they are under the new key.
  public var movedAwayCount: UInt64 = 0
  /// How many segments are now only under a retired key.
  public var heldRetiredCount: UInt64 = 0
  /// Whether the folder has more files than were examined.
  public var isPartial = false
  /// Whether this device could not yet move to the vault's new key, so that its own later changes are not shown.
  public var isUnmoved = false
  /// Other keys of the vault that are here: a person must choose one.
  public var rivals: [KeyID] = []
  /// Whether this machine last saved under a key of the vault that is not available, or has retired this one.
  public var isOlderThanRemembered = false
  /// Whether that key's file is here, and only what was saved under it is missing.
  public var hasRememberedKey = false
  /// Whether this machine's memory of the vault is unreadable, so that earlier losses go unnoticed.
  public var isMemoryLost = false

  /// Starts without problems.
  public init() {}

  /// Whether there is nothing to report; foreign files do not matter.
  public var isGood: Bool {
    var own = self
    own.foreign = []
    own.retired = []
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
    health.retired = findings.paths(.retired)
    health.missing = missing(in: history)
    let absent = history.missing(of: memory.held).total
    if !notices.isEmpty {
      health.movedAwayCount = absent
    } else if keys.former == nil, !health.retired.isEmpty {
      health.heldRetiredCount = absent - min(absent, health.missing.total)
    }
    (health.successors, health.furtherSuccessorCount) = shownSuccessors
    health.isPartial = contents.isPartial || keyFiles.isPartial
    health.isUnmoved = keys.former != nil
    health.rivals = keys.rivals.map(\.key.id)
    health.isOlderThanRemembered = isOlderThanRemembered
    health.hasRememberedKey = hasRememberedKey
    health.isMemoryLost = memory.isDamaged
    return health
  }

  /// Accepts the vault as complete: segments and photos that are missing now are no longer reported.
  ///
  /// - Parameter found: the result of `verify`, with the photos to forget.
  /// - Throws: `VaultError.inUse`, `.noSpace`, `.readOnly`, `.permission` or `.io`.
  public func forgetMissing(_ found: Verification) throws(VaultError) {
    let photos = Set(found.missingPhotos.map(\.identity))
    var device = try lockDevice(timeout: timeout)
    try device.forget(allBut: history, photos, using: &generator)
    contents.proved.others.subtract(photos)
    memory = device.memory
  }
}

extension [AbsentSegments] {
  /// How many segments there are at most.
  package var total: UInt64 {
    reduce(0) { sum, saves in
      let (more, isHuge) = sum.addingReportingOverflow(saves.count)
      return isHuge ? .max : more
    }
  }
}
