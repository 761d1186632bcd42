internal import Cards
public import VaultFormat

/// Segments that a person must decide on.
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

extension Vault {
  /// Saves that a bundle of the vault would seal anew, and that a person must decide on.
  ///
  /// - Throws: as `rotationPlan`.
  public func claimedSegments() throws(VaultError) -> [ClaimedSegment] {
    try material(includesFinished: false).claims
  }
}
