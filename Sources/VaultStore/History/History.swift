internal import Cards
internal import Sealing

/// Everything that a vault's segments say.
struct History {
  /// All revisions of each card.
  private(set) var revisions: [CardID: [Revision]] = [:]
  /// Who wrote what.
  private(set) var writers: Writers
  /// The latest clock of them all.
  private(set) var clock = HybridClock(0)
  /// All segments, each once.
  private(set) var segments: [Segment]

  /// Takes all segments of a vault, each once.
  init(_ segments: [Segment]) {
    self.segments = segments
    writers = Self.writers(of: segments)
    revisions.reserveCapacity(segments.count)
    for segment in segments { take(segment) }
  }

  /// What is here.
  var seen: [SeenSpan] { writers.spans }

  /// Whether a segment is here.
  func holds(_ identity: ContentHash) -> Bool {
    segments.contains { $0.identity == identity }
  }

  /// Takes a segment in that was just written.
  mutating func add(_ segment: Segment) {
    if writers.append(segment.link) {
      segments.append(segment)
      take(segment)
    } else {
      self = History(segments + [segment])
    }
  }

  /// The name of the write that a segment is.
  func dot(of segment: Segment) -> Dot {
    Dot(device: writers.writer(of: segment.link), sequence: segment.sequence)
  }

  private static func writers(of segments: [Segment]) -> Writers {
    Writers(segments.map(\.link), claims: segments.lazy.flatMap(\.seen))
  }

  private mutating func take(_ segment: Segment) {
    let dot = dot(of: segment)
    let seen = writers.vector(of: segment.seen)
    clock = max(clock, segment.clock)
    for revision in segment.revisions {
      revisions[revision.card, default: []].append(
        Revision(
          card: revision.card, dot: dot, seen: seen, clock: segment.clock, wall: segment.wall,
          kind: revision.kind, changes: revision.changes))
    }
  }
}
