internal import Sealing
public import VaultFormat

/// The effects of changing a vault's key, for a person to approve.
public struct RotationPlan: Sendable, Hashable {
  /// Files that cannot be read and therefore not be sealed anew: damaged and newer ones.
  public internal(set) var leftBehind: [String] = []
  /// Photos of cards that no file here holds; some may be in damaged files among `leftBehind`.
  public internal(set) var missingPhotos: [MissingPhoto] = []
  /// Whether this copy is older than the vault's present key, so that it lacks what was saved since.
  public internal(set) var isOlder = false
  /// The keys that notices name as successors; of too many, the first ones.
  public internal(set) var successors: [Successor] = []
  /// How many more there are.
  public internal(set) var furtherSuccessorCount = 0
  /// Whether the folder has more files than are looked at: the others are left behind, too.
  public internal(set) var isPartial = false
}

extension Vault {
  /// The effects of changing the key.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public func rotationPlan() throws(VaultError) -> RotationPlan {
    let contents = try judgedAnew()
    var plan = RotationPlan()
    plan.leftBehind = [.damaged, .newer].flatMap(contents.findings.paths).sorted()
    plan.missingPhotos = photosWithoutFile(of: cards, among: Set(contents.payloads.keys))
    plan.isPartial = contents.isPartial
    plan.isOlder = isOlderThanRemembered
    (plan.successors, plan.furtherSuccessorCount) = shownSuccessors
    return plan
  }
}
