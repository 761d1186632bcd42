package import Cards
package import Sealing

/// One save on one device.
///
/// A class, because copying its many parts would mean counting references to each.
package final class Segment: Sendable {
  /// The hash of its payload, wherever that is sealed.
  package let identity: ContentHash
  package let device: UInt64
  package let sequence: UInt64
  /// The device's previous segment; `nil` for the first.
  package let previous: Previous?
  /// What the writer had seen when the person made the change.
  package let seen: [SeenSpan]
  package let clock: HybridClock
  package let wall: Timestamp
  package let revisions: [SegmentRevision]
  /// The segment that this one undoes, and with it all others of the same command.
  package let undoes: ContentHash?
  /// What people called the device then; empty if it had no name.
  package let deviceName: String
  /// The command that wrote it; `nil` where it was none, or an earlier program's.
  package let command: CommandID?

  package init(
    identity: ContentHash, device: UInt64, sequence: UInt64, previous: Previous?,
    seen: [SeenSpan], clock: HybridClock, wall: Timestamp, revisions: [SegmentRevision],
    undoes: ContentHash?, deviceName: String = "", command: CommandID? = nil
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
    self.deviceName = deviceName
    self.command = command
  }

  /// What a segment records about the previous one.
  package struct Previous: Hashable {
    package let sequence: UInt64
    package let identity: ContentHash
    package let cards: TouchedCards

    /// Makes a record.
    package init(sequence: UInt64, identity: ContentHash, cards: TouchedCards) {
      self.sequence = sequence
      self.identity = identity
      self.cards = cards
    }
  }

  /// Its revisions by the writer with this dot (a branch of its device, after a fork), which had seen this.
  package func revisions(at dot: Dot, seen: VersionVector) -> [Revision] {
    revisions.map { revision in
      Revision(
        card: revision.card, dot: dot, seen: seen, clock: clock, wall: wall, kind: revision.kind,
        changes: revision.changes)
    }
  }

  /// Its place in its device's sequence.
  package var link: Link {
    Link(
      device: device, sequence: sequence, previous: previous?.sequence ?? 0, identity: identity,
      previousIdentity: previous?.identity)
  }
}

/// The changes to one card in a segment.
package struct SegmentRevision {
  package let card: CardID
  package let kind: Revision.Kind
  package let changes: [FieldChange]

  /// Makes a revision.
  package init(card: CardID, kind: Revision.Kind, changes: [FieldChange]) {
    self.card = card
    self.kind = kind
    self.changes = changes
  }
}

/// The cards that a segment changed, up to a limit: enough to explain what losing it means.
package struct TouchedCards: Hashable, Sendable {
  /// How many are remembered by id: `Format.md`, section 5.
  package static let limit = 64
  package let cards: [CardID]
  package let count: Int

  package init(_ cards: [CardID], count: Int) {
    self.cards = cards
    self.count = count
  }

  package init(_ cards: [CardID]) {
    self.init(Array(cards.prefix(Self.limit)), count: cards.count)
  }
}

/// A segment's place among those of its device.
package struct Link: Sendable, Hashable {
  package let device: UInt64
  package let sequence: UInt64
  package let previous: UInt64
  package let identity: ContentHash
  package let previousIdentity: ContentHash?
}
