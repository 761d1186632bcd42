public import Cards
internal import Sealing
public import VaultFormat

extension VaultMaterial {
  /// What a person must decide on before it is sealed anew, the oldest first.
  var claims: [ClaimedSegment] {
    claimed.compactMap { identity in
      entries[identity].flatMap { try? Segment(payload: $0.payload, identity: identity) }
    }.sorted { ($0.clock, $0.identity) < ($1.clock, $1.identity) }.map { ClaimedSegment($0) }
  }
}

extension ClaimedSegment {
  init(_ segment: Segment) {
    self.init(
      id: segment.identity, device: segment.device, made: segment.wall,
      cards: segment.revisions.map(\.card),
      removedCards: segment.revisions.filter { $0.kind == .remove }.map(\.card))
  }
}

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
  /// What notices tell of keys that are not held.
  public var successors: [Successor] {
    let named = keys.keySet.named(by: notices.map(\.claim))
    var found: [KeyID: Successor] = [:]
    for notice in notices where named.contains(notice.key) {
      let replaces = notice.under == keyID || found[notice.key]?.replacesCurrent ?? false
      found[notice.key] = notice.successor(replacesCurrent: replaces, locations)
    }
    return found.values.sorted { $0.keyID.description < $1.keyID.description }
  }

  /// The key that replaced the current one, if that is known.
  package var currentSuccessor: Successor? {
    successors.first(where: \.replacesCurrent)
      ?? notices.first { $0.under == keyID && keys[$0.key] == nil }?
      .successor(replacesCurrent: true, locations)
  }

  /// What changing the key would do.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public func rotationPlan() throws(VaultError) -> RotationPlan {
    var plan = try plan(includesFinished: false)
    plan.purgedCards = try material(includesFinished: false).purgeable
      .filter { !(history.revisions[$0] ?? []).allSatisfy(\.changes.isEmpty) }.sorted()
    return plan
  }

  /// What ending the keys before would do; it purges nothing.
  ///
  /// - Throws: as `rotationPlan`.
  public func finishingPlan() throws(VaultError) -> RotationPlan {
    try plan(includesFinished: true)
  }

  /// Saves that a bundle of the vault would seal anew, and that a person must decide on.
  ///
  /// - Throws: as `rotationPlan`.
  public func claimedSegments() throws(VaultError) -> [ClaimedSegment] {
    try material(includesFinished: false).claims
  }

  private func plan(includesFinished: Bool) throws(VaultError) -> RotationPlan {
    var plan = RotationPlan()
    plan.claimedSegments = try material(includesFinished: includesFinished).claims
    let findings = try contents(.everything).findings
    plan.leftBehind = [.damaged, .newer, .newerUnderOtherKey, .needsKey].flatMap(findings.paths)
      .sorted()
    plan.successors = successors
    return plan
  }

  /// Everything in the vault, read anew.
  func material(includesFinished: Bool) throws(VaultError) -> VaultMaterial {
    let folder = try Self.openFolder(locations.vault)
    return try VaultMaterial(
      of: folder, through: snapshot, ownLast: ContentHash(memory.state.placedHash),
      includesFinished: includesFinished)
  }
}
