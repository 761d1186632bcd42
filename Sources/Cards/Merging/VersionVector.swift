/// The writes that someone has seen: for each device, spans of its sequence numbers.
///
/// A plain version vector keeps one number per device and so claims to have seen everything below it. A vault's
/// files arrive in any order, and claiming to have seen a file that has not arrived yet would silently drop it:
/// hence spans. A vault with no gaps has one span per device.
public struct VersionVector: Sendable, Hashable {
  /// All writes of one device from `first` through `last`, both included.
  public struct Span: Sendable, Hashable {
    /// The device.
    public let device: UInt64
    /// The lowest sequence number that was seen.
    public fileprivate(set) var first: UInt64
    /// The highest sequence number that was seen; not below `first`.
    public fileprivate(set) var last: UInt64

    /// Makes a span; `nil` if it would be empty.
    public init?(device: UInt64, first: UInt64, last: UInt64) {
      guard first <= last else { return nil }
      self.device = device
      self.first = first
      self.last = last
    }
  }

  /// The spans by device and number; spans of one device neither overlap nor touch.
  public private(set) var spans: [Span]

  /// Makes a vector that has seen nothing.
  public init() {
    spans = []
  }

  /// Makes the union of spans given in any order.
  public init(_ spans: some Sequence<Span>) {
    let given = Array(spans)
    self.init()
    self.spans.reserveCapacity(given.count)
    // Nearly always already in order.
    let isOrdered = zip(given, given.dropFirst()).allSatisfy { !Self.precedes($1, $0) }
    for span in isOrdered ? given : given.sorted(by: Self.precedes) { insert(span) }
  }

  /// Whether the write was seen.
  ///
  /// - Complexity: O(log n) in spans.
  public func contains(_ dot: Dot) -> Bool {
    let count = count(upTo: dot.sequence, of: dot.device)
    return count > 0 && spans[count - 1].holds(dot)
  }

  /// The highest sequence number seen of `device`; 0 when there is none.
  public func highest(of device: UInt64) -> UInt64 {
    let count = count(upTo: .max, of: device)
    return count > 0 && spans[count - 1].device == device ? spans[count - 1].last : 0
  }

  /// The numbers of `device` within `range` that were not seen, from the lowest.
  public func gaps(of device: UInt64, in range: ClosedRange<UInt64>) -> [ClosedRange<UInt64>] {
    var gaps: [ClosedRange<UInt64>] = []
    var next = range.lowerBound
    for span in spans[max(0, count(upTo: next, of: device) - 1)...] {
      if (span.device, span.first) > (device, range.upperBound) { break }
      guard span.device == device, span.last >= next else { continue }
      if span.first > next { gaps.append(next...span.first - 1) }
      if span.last >= range.upperBound { return gaps }
      next = span.last + 1
    }
    gaps.append(next...range.upperBound)
    return gaps
  }

  /// The spans without one write.
  func spans(without dot: Dot) -> [Span] {
    guard contains(dot) else { return spans }
    return spans.flatMap { span -> [Span] in
      guard span.holds(dot) else { return [span] }
      var (before, after) = (span, span)
      var parts: [Span] = []
      if span.first < dot.sequence {
        before.last = dot.sequence - 1
        parts.append(before)
      }
      if dot.sequence < span.last {
        after.first = dot.sequence + 1
        parts.append(after)
      }
      return parts
    }
  }

  /// Adds a span.
  ///
  /// - Complexity: O(log n) if spans are added in order, otherwise linear in the number of spans.
  public mutating func insert(_ new: Span) {
    var new = new
    let start = count(upTo: new.first, of: new.device)
    var (from, upTo) = (start, start)
    if from > 0, Self.joins(spans[from - 1], new) {
      from -= 1
      new.first = spans[from].first
      new.last = max(new.last, spans[from].last)
    }
    while upTo < spans.count, Self.joins(new, spans[upTo]) {
      new.last = max(new.last, spans[upTo].last)
      upTo += 1
    }
    spans.replaceSubrange(from..<upTo, with: CollectionOfOne(new))
  }

  /// How many spans begin at or before this number of the device.
  private func count(upTo number: UInt64, of device: UInt64) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if (spans[middle].device, spans[middle].first) <= (device, number) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private static func precedes(_ left: Span, _ right: Span) -> Bool {
    (left.device, left.first) < (right.device, right.first)
  }

  /// Whether `right`, which starts no earlier, overlaps `left` or follows it without a gap.
  private static func joins(_ left: Span, _ right: Span) -> Bool {
    left.device == right.device && (right.first <= left.last || right.first - 1 == left.last)
  }
}

extension VersionVector.Span {
  fileprivate func holds(_ dot: Dot) -> Bool {
    device == dot.device && first <= dot.sequence && dot.sequence <= last
  }
}
