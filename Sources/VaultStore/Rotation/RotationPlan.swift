public import Cards
internal import Sealing
public import VaultFormat

/// What changing a vault's key would do, for a person to agree to.
public struct RotationPlan: Sendable, Hashable {
  /// The removed cards whose history the new key will not have.
  public internal(set) var purgedCards: [CardID] = []
  /// Saves that a person must take in or leave out.
  public internal(set) var claimedSegments: [ClaimedSegment] = []
  /// Files that cannot be read, and so are not sealed anew: damaged ones, newer ones, and those under a key that is
  /// not held.
  public internal(set) var leftBehind: [String] = []
  /// Keys that notices name and that are not held.
  public internal(set) var successors: [Successor] = []
}

extension Vault {
  /// What changing the key would do.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public func rotationPlan() throws(VaultError) -> RotationPlan {
    let snapshot = FolderSnapshot(keys: keys)
    let material = try material(includesFinished: false, through: snapshot)
    var plan = try plan(for: material, through: snapshot)
    plan.purgedCards = material.purgeable
      .filter { !(history.revisions[$0] ?? []).allSatisfy(\.changes.isEmpty) }.sorted()
    return plan
  }

  /// What ending the keys before would do; it purges nothing.
  ///
  /// - Throws: as `rotationPlan`.
  public func finishingPlan() throws(VaultError) -> RotationPlan {
    let snapshot = FolderSnapshot(keys: keys)
    return try plan(
      for: material(includesFinished: true, through: snapshot), through: snapshot)
  }

  private func plan(
    for material: VaultMaterial, through snapshot: FolderSnapshot
  ) throws(VaultError) -> RotationPlan {
    var plan = RotationPlan()
    plan.claimedSegments = material.claims
    let findings = try contents(.everything, through: snapshot).findings
    plan.leftBehind = [.damaged, .newer, .newerUnderOtherKey, .needsKey].flatMap(findings.paths)
      .sorted()
    plan.successors = successors
    return plan
  }
}
