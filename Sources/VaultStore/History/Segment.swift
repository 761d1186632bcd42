internal import Cards
internal import Sealing

/// One save of one device.
///
/// A class, as it has many parts that are counted one by one wherever it is copied.
final class Segment: Sendable {
  /// The hash of the file in which it was first written.
  let identity: ContentHash
  let device: UInt64
  let sequence: UInt64
  /// The device's segment before this one; `nil` for the first.
  let previous: Previous?
  /// What the writer had seen when the person made the change.
  let seen: [SeenSpan]
  let clock: HybridClock
  let wall: Timestamp
  let revisions: [SegmentRevision]
  /// The segment that this one takes back.
  let undoes: ContentHash?

  init(
    identity: ContentHash, device: UInt64, sequence: UInt64, previous: Previous?,
    seen: [SeenSpan], clock: HybridClock, wall: Timestamp, revisions: [SegmentRevision],
    undoes: ContentHash?
  ) {
    self.identity = identity
    self.device = device
    self.sequence = sequence
    self.previous = previous
    self.seen = seen
    self.clock = clock
    self.wall = wall
    self.revisions = revisions
    self.undoes = undoes
  }

  /// What a segment says of the one before.
  struct Previous: Hashable {
    let sequence: UInt64
    let identity: ContentHash
    let cards: TouchedCards
  }

  /// Where it stands in its device's line.
  var link: Link {
    Link(
      device: device, sequence: sequence, previous: previous?.sequence ?? 0, identity: identity,
      previousIdentity: previous?.identity)
  }
}

/// What happens to one card in a segment.
struct SegmentRevision {
  let card: CardID
  let kind: Revision.Kind
  let changes: [FieldChange]
}

/// The cards that a segment changed, as far as they are remembered: enough to say what its loss means.
struct TouchedCards: Hashable, Sendable {
  /// How many are remembered by name: `Format.md`, section 5.
  static let limit = 64
  let cards: [CardID]
  let count: Int

  init(_ cards: [CardID], count: Int) {
    self.cards = cards
    self.count = count
  }

  init(_ cards: [CardID]) {
    self.init(Array(cards.prefix(Self.limit)), count: cards.count)
  }
}

/// A segment's place among those of its device.
struct Link: Sendable, Hashable {
  let device: UInt64
  let sequence: UInt64
  let previous: UInt64
  let identity: ContentHash
  let previousIdentity: ContentHash?
}
