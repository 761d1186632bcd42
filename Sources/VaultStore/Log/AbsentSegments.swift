public import Cards
internal import Sealing
internal import VaultFormat

/// Segments that should be here but are not.
public struct AbsentSegments: Sendable, Hashable {
  /// The device that made them.
  public let device: UInt64
  /// The sequence numbers of the first and the last one.
  public let numbers: ClosedRange<UInt64>
  /// The maximum number of segments.
  public var count: UInt64 {
    let (count, isHuge) = (numbers.upperBound - numbers.lowerBound).addingReportingOverflow(1)
    return isHuge ? .max : count
  }
  /// The last one's identity; `nil` if unknown.
  let identity: ContentHash?
  /// The cards that the last one changed, if another segment records them.
  public let cards: [CardID]
  /// Whether nothing later from that device is here: the vault was rolled back.
  public let isNewest: Bool
}

extension History {
  /// Segments that were held and are gone.
  func missing(of held: [SeenSpan]) -> [AbsentSegments] {
    // Usually there are none.
    let here = Set(seen)
    let doubtful = held.filter { !here.contains($0) }
    guard !doubtful.isEmpty else { return [] }
    return absent(doubtful, from: writers.present, Set(segments.map(\.identity)))
  }

  /// Segments that others refer to and that were never here: they may still be in transit.
  func pending(except held: [SeenSpan]) -> [AbsentSegments] {
    var named: Set<SeenSpan> = []
    for segment in segments {
      named.formUnion(segment.seen)
      if let previous = segment.previous {
        named.insert(
          SeenSpan(
            device: segment.device, first: previous.sequence, last: previous.sequence,
            lastHash: previous.identity))
      }
    }
    var known = writers.present
    for span in held {
      if let span = VersionVector.Span(device: span.device, first: span.first, last: span.last) {
        known.insert(span)
      }
    }
    let identities = Set(segments.map(\.identity)).union(held.map(\.lastHash))
    // Segments that were held are missing, not pending; so are those with the same identity.
    let missed = Set(missing(of: held).compactMap(\.identity))
    let awaited = named.filter { span in
      !known.gaps(of: span.device, in: span.first...span.last).isEmpty
        || writers.present.contains(Dot(device: span.device, sequence: span.last))
    }
    return absent(Array(awaited), from: known, identities)
      .filter { absent in absent.identity.map { !missed.contains($0) } ?? true }
  }

  private func absent(
    _ spans: [SeenSpan], from known: VersionVector, _ identities: Set<ContentHash>
  ) -> [AbsentSegments] {
    var found: [AbsentSegments] = []
    var broken: Set<Link> = []
    for span in spans {
      let gaps = known.gaps(of: span.device, in: span.first...span.last)
      for gap in gaps {
        let identity = gap.upperBound == span.last ? span.lastHash : nil
        found.append(absence(span.device, gap, identity))
      }
      // A cloned device's segment may have the same number: only the identity shows that this one is missing.
      if gaps.last?.upperBound != span.last, !identities.contains(span.lastHash) {
        found.append(absence(span.device, span.last...span.last, span.lastHash))
      }
      if let link = writers.brokenLine(of: span) { broken.insert(link) }
    }
    // Another branch may have a segment with that number: only the next segment's link shows that it is missing.
    for link in broken {
      guard let identity = link.previousIdentity, !identities.contains(identity) else { continue }
      found.append(absence(link.device, link.previous...link.previous, identity))
    }
    return Self.merged(found)
  }

  private func absence(
    _ device: UInt64, _ numbers: ClosedRange<UInt64>, _ identity: ContentHash?
  ) -> AbsentSegments {
    // The device's next segment has a record of this one.
    let next = segments.first {
      $0.device == device && $0.previous?.sequence == numbers.upperBound
        && (identity == nil || $0.previous?.identity == identity)
    }?.previous
    return AbsentSegments(
      device: device, numbers: numbers, identity: identity ?? next?.identity,
      cards: next?.cards.cards ?? [],
      isNewest: writers.present.highest(of: device) < numbers.upperBound)
  }

  /// Keeps the longest entry for each device and last number.
  private static func merged(_ all: [AbsentSegments]) -> [AbsentSegments] {
    var longest: [Dot: AbsentSegments] = [:]
    for absent in all {
      if let other = longest[absent.key],
        other.numbers.lowerBound < absent.numbers.lowerBound
          || (other.numbers == absent.numbers && other.identity != nil)
      {
        continue
      }
      longest[absent.key] = absent
    }
    return longest.values.sorted { $0.key < $1.key }
  }
}

extension AbsentSegments {
  fileprivate var key: Dot { Dot(device: device, sequence: numbers.upperBound) }
}
