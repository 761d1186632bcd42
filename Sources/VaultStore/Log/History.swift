package import Cards
internal import Sealing
package import VaultFormat

/// The contents of all of a vault's segments.
package struct History {
  /// All revisions of each card.
  package private(set) var revisions: [CardID: [Revision]] = [:]
  /// Who wrote each segment.
  private(set) var writers: Writers
  /// The segments' latest clock.
  private(set) var clock = HybridClock(0)
  /// All segments, each once.
  package private(set) var segments: [Segment]

  /// Reads all segments of a vault, each once.
  package init(_ segments: [Segment]) {
    self.segments = segments
    writers = Self.writers(of: segments)
    revisions.reserveCapacity(segments.count)
    for segment in segments { take(segment) }
  }

  /// The segments that are here.
  var seen: [SeenSpan] { writers.spans }

  /// Whether a segment is here.
  func holds(_ identity: ContentHash) -> Bool {
    segments.contains { $0.identity == identity }
  }

  /// Adds a segment that was just written.
  mutating func add(_ segment: Segment) {
    if writers.append(segment.link) {
      segments.append(segment)
      take(segment)
    } else {
      self = History(segments + [segment])
    }
  }

  /// Adds segments written by another device.
  ///
  /// - Returns: whether existing revisions are unchanged; `false` if all writers had to be determined again.
  mutating func add(_ new: [Segment]) -> Bool {
    if new.count <= Self.fewSegments, !contradicts(new) {
      var rest = new.sorted { ($0.device, $0.sequence) < ($1.device, $1.sequence) }[...]
      while let segment = rest.first, writers.append(segment.link) {
        segments.append(segment)
        take(segment)
        rest = rest.dropFirst()
      }
      if rest.isEmpty { return true }
      self = History(segments + rest)
      return false
    }
    self = History(segments + new)
    return false
  }

  private static let fewSegments = 64

  /// Whether a segment claims to have seen another segment under the number of one that is here: a sign of a fork.
  private func contradicts(_ new: [Segment]) -> Bool {
    var written: [Dot: ContentHash] = [:]
    var claimed: [Dot: ContentHash] = [:]
    for segment in new {
      written[Dot(device: segment.device, sequence: segment.sequence)] = segment.identity
      for span in segment.seen {
        let dot = Dot(device: span.device, sequence: span.last)
        if claimed.updateValue(span.lastHash, forKey: dot) ?? span.lastHash != span.lastHash {
          return true
        }
      }
    }
    for segment in segments {
      let dot = Dot(device: segment.device, sequence: segment.sequence)
      if let hash = claimed[dot], hash != segment.identity { return true }
      for span in segment.seen {
        let dot = Dot(device: span.device, sequence: span.last)
        if let identity = written[dot], identity != span.lastHash { return true }
      }
    }
    return written.contains { dot, identity in claimed[dot].map { $0 != identity } ?? false }
  }

  /// The dot of a segment.
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
    for revision in segment.revisions(at: dot, seen: seen) {
      revisions[revision.card, default: []].append(revision)
    }
  }
}
