internal import Sealing
public import VaultFormat

/// The effects of changing a vault's key, for a person to approve.
public struct RotationPlan: Sendable, Hashable {
  /// Segments that a person must accept or leave out.
  public internal(set) var claimedSegments: [ClaimedSegment] = []
  /// Files that cannot be read and therefore not resealed: damaged ones, newer ones, and those under a key that
  /// is not held.
  public internal(set) var leftBehind: [String] = []
  /// Photos of cards that no file here holds; some may be in damaged files among `leftBehind`.
  public internal(set) var missingPhotos: [MissingPhoto] = []
  /// Keys that notices name and that are not held; of too many, the most important ones.
  public internal(set) var successors: [Successor] = []
  /// How many more there are.
  public internal(set) var furtherSuccessorCount = 0
  /// Whether the folder has more files than are looked at: the others are left behind, too.
  public internal(set) var isPartial = false
}

extension Vault {
  /// Segments that exporting a bundle would reseal and that a person must decide on.
  ///
  /// - Throws: like `rotationPlan`.
  public func claimedSegments() throws(VaultError) -> [ClaimedSegment] {
    try material(includesFinished: false).claims
  }

  /// The effects of changing the key.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public func rotationPlan() throws(VaultError) -> RotationPlan {
    let contents = try contents(.everything)
    return plan(for: VaultMaterial(of: contents, includesFinished: false), contents)
  }

  /// The effects of finishing the replaced keys.
  ///
  /// - Throws: like `rotationPlan`.
  public func finishingPlan() throws(VaultError) -> RotationPlan {
    let contents = try contents(.everything)
    return plan(for: VaultMaterial(of: contents, includesFinished: true), contents)
  }

  private func plan(
    for material: VaultMaterial, _ contents: VaultContents
  ) -> RotationPlan {
    var plan = RotationPlan()
    plan.claimedSegments = material.claims
    plan.leftBehind = [.damaged, .newer, .newerUnderOtherKey, .needsKey]
      .flatMap(contents.findings.paths)
      .sorted()
    plan.missingPhotos = photosWithoutFile(of: cards, among: Set(material.payloads.keys))
    plan.isPartial = contents.isPartial
    (plan.successors, plan.furtherSuccessorCount) = shownSuccessors
    return plan
  }
}
