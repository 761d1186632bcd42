internal import Cards
internal import Sealing
internal import VaultFormat

/// Who wrote each segment: devices, and branches of cloned devices (`Format.md`, section 5).
///
/// A copied device goes on as two that use the same numbers for different segments. Each branch then counts as a
/// separate writer, so that neither hides the other's edits.
struct Writers: Sendable {
  /// The segments of a forked device.
  private struct Fork: Sendable {
    var links: [ContentHash: Link] = [:]
    var writers: [ContentHash: UInt64] = [:]
    /// The first segment of each segment's writer's line.
    var beginnings: [ContentHash: Link] = [:]

    /// The previous segment, if it is here.
    func parent(of link: Link) -> Link? {
      guard let parent = link.previousIdentity.flatMap({ links[$0] }) else { return nil }
      return parent.sequence == link.previous ? parent : nil
    }
  }

  /// The segments that are here, by device.
  private(set) var spans: [SeenSpan] = []
  /// The numbers of segments that are here, ignoring forks.
  private(set) var present = VersionVector()
  private var forks: [UInt64: Fork] = [:]

  /// Determines who wrote these segments, each given once, in any order.
  ///
  /// `claims` are what segments claim to have seen: a claim that contradicts a segment reveals a fork of which only
  /// one side is here.
  init(_ links: [Link], claims: some Sequence<SeenSpan>) {
    // Sorts indices, because links are large.
    let ordered = links.indices.sorted { left, right in
      let (left, right) = (links[left], links[right])
      return (left.device, left.sequence, left.identity)
        < (right.device, right.sequence, right.identity)
    }.map { links[$0] }
    let denied = Self.denied(ordered, claims)
    var rest = ordered[...]
    while let device = rest.first?.device {
      let end = rest.firstIndex { $0.device != device } ?? rest.endIndex
      add(rest[..<end], isForked: denied.contains(device))
      rest = rest[end...]
    }
  }

  /// The devices for which a claim contradicts a segment that is here.
  private static func denied(
    _ ordered: [Link], _ claims: some Sequence<SeenSpan>
  ) -> Set<UInt64> {
    // Most claims end at a segment that is here.
    var known: Set<ContentHash> = []
    known.reserveCapacity(ordered.count)
    for link in ordered { known.insert(link.identity) }
    let doubtful = claims.filter { !known.contains($0.lastHash) }
    if doubtful.isEmpty { return [] }
    var present: Set<Dot> = []
    for link in ordered { present.insert(Dot(device: link.device, sequence: link.sequence)) }
    return Set(
      doubtful.filter { present.contains(Dot(device: $0.device, sequence: $0.last)) }.map(\.device))
  }

  /// Whether this device was cloned.
  func isForked(_ device: UInt64) -> Bool { forks[device] != nil }

  /// The segment whose parent is missing in the line of a forked device that ends with a span's last segment.
  ///
  /// - Returns: `nil` if the line is complete within the span, or its last segment is not here.
  func brokenLine(of span: SeenSpan) -> Link? {
    guard let fork = forks[span.device], var link = fork.links[span.lastHash] else { return nil }
    while true {
      let beginning = fork.beginnings[link.identity] ?? link
      guard beginning.previous >= span.first else { return nil }
      guard let parent = fork.parent(of: beginning) else { return beginning }
      link = parent
    }
  }

  /// The writer of a segment that is here.
  func writer(of link: Link) -> UInt64 {
    forks[link.device]?.writers[link.identity] ?? link.device
  }

  /// Converts spans of devices to spans of writers.
  func vector(of seen: [SeenSpan]) -> VersionVector {
    guard !forks.isEmpty, seen.contains(where: { isForked($0.device) }) else {
      return VersionVector(
        seen.compactMap { .init(device: $0.device, first: $0.first, last: $0.last) })
    }
    var spans: [VersionVector.Span] = []
    for span in seen {
      guard let fork = forks[span.device] else {
        if let plain = VersionVector.Span(device: span.device, first: span.first, last: span.last) {
          spans.append(plain)
        }
        continue
      }
      var next = fork.links[span.lastHash]
      // Line by line, not segment by segment, as a device may have written a hundred thousand.
      while let link = next, link.sequence >= span.first {
        let beginning = fork.beginnings[link.identity] ?? link
        if let part = VersionVector.Span(
          device: fork.writers[link.identity] ?? span.device,
          first: max(beginning.previous + 1, span.first), last: link.sequence)
        {
          spans.append(part)
        }
        next = fork.parent(of: beginning)
      }
    }
    return VersionVector(spans)
  }

  /// Adds a segment that was just written.
  ///
  /// - Returns: `false` if all writers must be determined again.
  mutating func append(_ link: Link) -> Bool {
    guard !isForked(link.device) else { return false }
    let last = spans.lastIndex { $0.device == link.device }
    if let last, spans[last].last > link.previous { return false }
    if let last, spans[last].last == link.previous {
      guard spans[last].lastHash == link.previousIdentity else { return false }
      spans[last].last = link.sequence
      spans[last].lastHash = link.identity
    } else {
      spans.insert(Self.span(link), at: last.map { $0 + 1 } ?? spans.endIndex)
    }
    note(link)
    return true
  }

  private mutating func note(_ link: Link) {
    if let span = VersionVector.Span(
      device: link.device, first: link.previous + 1, last: link.sequence)
    {
      present.insert(span)
    }
  }

  /// Adds all segments of one device, ordered by sequence.
  private mutating func add(_ links: ArraySlice<Link>, isForked: Bool) {
    for link in links { note(link) }
    if isForked || zip(links, links.dropFirst()).contains(where: { !Self.follows($1, $0) }) {
      addFork(links)
      return
    }
    for link in links {
      if let last = spans.last, last.device == link.device, last.last == link.previous {
        spans[spans.count - 1].last = link.sequence
        spans[spans.count - 1].lastHash = link.identity
      } else {
        spans.append(Self.span(link))
      }
    }
  }

  /// Whether `later` can follow `earlier` in one line, as its child or after missing segments.
  private static func follows(_ later: Link, _ earlier: Link) -> Bool {
    later.previous > earlier.sequence
      || (later.previous == earlier.sequence && later.previousIdentity == earlier.identity)
  }

  private static func span(_ link: Link) -> SeenSpan {
    SeenSpan(
      device: link.device, first: link.previous + 1, last: link.sequence, lastHash: link.identity)
  }

  private mutating func addFork(_ links: ArraySlice<Link>) {
    guard let device = links.first?.device else { return }
    var fork = Fork()
    for link in links { fork.links[link.identity] = link }
    var childCounts: [ContentHash: Int] = [:]
    for link in links {
      if let parent = fork.parent(of: link) { childCounts[parent.identity, default: 0] += 1 }
    }
    let firstCount = links.count { $0.previous == 0 }
    // Parents come first, as they have lower numbers.
    for link in links {
      let parent = fork.parent(of: link)
      fork.beginnings[link.identity] = link
      if let parent, childCounts[parent.identity] == 1 {
        fork.writers[link.identity] = fork.writers[parent.identity]
        fork.beginnings[link.identity] = fork.beginnings[parent.identity]
      } else if link.previous == 0, firstCount == 1 {
        fork.writers[link.identity] = device
      } else {
        fork.writers[link.identity] = link.identity.firstWord
      }
    }
    for leaf in links where childCounts[leaf.identity] == nil {
      var first = fork.beginnings[leaf.identity] ?? leaf
      while let parent = fork.parent(of: first) {
        first = fork.beginnings[parent.identity] ?? parent
      }
      var span = Self.span(leaf)
      span.first = first.previous + 1
      spans.append(span)
    }
    forks[device] = fork
  }
}
