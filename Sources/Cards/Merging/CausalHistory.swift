/// What some revisions of a card had seen when they were written.
///
/// A few questions are put to each of them. After many, all that they had seen is put together, so that neither many
/// revisions nor many spans make the merge quadratic.
struct CausalHistory {
  private let revisions: [Revision]
  /// Places of revisions; of several cards in one write, one.
  private var writes: [Int] = []
  private var spanCount = 0
  private var comparisonCount = 0
  /// What they had seen together; `nil` until asking each of them has cost as much.
  private var seen: VersionVector?

  // Nearly all cards have fewer revisions than this takes.
  private static let fewComparisons = 16

  /// Takes the revisions at these places, in ascending order, also repeated.
  init(_ places: some Sequence<Int>, of revisions: [Revision]) {
    self.revisions = revisions
    for place in places {
      let revision = revisions[place]
      if let last = writes.last.map({ revisions[$0] }), last.dot == revision.dot,
        last.seen == revision.seen
      {
        continue
      }
      writes.append(place)
      spanCount += revision.seen.spans.count
    }
  }

  /// Whether one of them knew the write.
  ///
  /// - Complexity: O(log n) in spans, on average over many questions.
  mutating func contains(_ dot: Dot) -> Bool {
    if let seen { return seen.contains(dot) }
    comparisonCount += writes.count
    if comparisonCount > max(spanCount, Self.fewComparisons) {
      let seen = VersionVector(
        writes.flatMap { revisions[$0].seen.spans(without: revisions[$0].dot) })
      self.seen = seen
      return seen.contains(dot)
    }
    return writes.contains { revisions[$0].knew(dot) }
  }
}

extension Revision {
  /// Whether its writer had seen another write; its own is none of these, whatever `seen` holds.
  func knew(_ other: Dot) -> Bool { other != dot && seen.contains(other) }
}
