/// What some revisions of a card had seen when they were written.
///
/// The first few questions are put to each revision in turn. After many, everything they had seen is merged, so
/// that neither many revisions nor many spans make the merge quadratic.
struct CausalHistory {
  private let revisions: [Revision]
  /// Indices of revisions; one for each write, even if it changed several cards.
  private var writes: [Int] = []
  private var spanCount = 0
  private var comparisonCount = 0
  /// Everything they had seen; `nil` until asking each of them has cost as much.
  private var seen: VersionVector?

  // Nearly all cards have too few revisions to reach this.
  private static let fewComparisons = 16

  /// Records the revisions at these indices, in ascending order; repeats are allowed.
  init(_ indices: some Sequence<Int>, of revisions: [Revision]) {
    self.revisions = revisions
    for index in indices {
      let revision = revisions[index]
      if let last = writes.last.map({ revisions[$0] }), last.dot == revision.dot,
        last.seen == revision.seen
      {
        continue
      }
      writes.append(index)
      spanCount += revision.seen.spans.count
    }
  }

  /// Whether any of the revisions had seen the write.
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
  /// Whether its writer had seen another write; never true of its own, whatever `seen` contains.
  func knew(_ other: Dot) -> Bool { other != dot && seen.contains(other) }
}
