internal import Cards
public import VaultFormat

/// Lists the segments that a person must decide on.
extension VaultMaterial {
  /// The segments that a person must decide on before they are resealed, the oldest first.
  var claims: [ClaimedSegment] {
    claimed.compactMap { identity in
      entries[identity].flatMap { try? Segment(payload: $0.payload, identity: identity) }
    }.sorted { ($0.clock, $0.identity) < ($1.clock, $1.identity) }.map { ClaimedSegment($0) }
  }
}

extension ClaimedSegment {
  package init(_ segment: Segment) {
    self.init(
      id: segment.identity, device: segment.device, made: segment.wall,
      cards: segment.revisions.map(\.card),
      removedCards: segment.revisions.filter { $0.kind == .remove }.map(\.card))
  }
}

extension Vault {
  /// Segments that exporting a bundle would reseal and that a person must decide on.
  ///
  /// - Throws: like `rotationPlan`.
  public func claimedSegments() throws(VaultError) -> [ClaimedSegment] {
    try material(includesFinished: false).claims
  }
}
