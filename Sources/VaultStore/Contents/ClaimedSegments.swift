internal import Cards
package import VaultFormat

/// Lists the segments that a person must decide on.
extension VaultMaterial {
  /// The segments that a person must decide on before they are resealed, the oldest first.
  var claims: [ClaimedSegment] {
    claimed.compactMap { entries[$0]?.segment }
      .sorted { ($0.clock, $0.identity) < ($1.clock, $1.identity) }.map { ClaimedSegment($0) }
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
