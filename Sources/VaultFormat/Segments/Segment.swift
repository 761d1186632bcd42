package import Cards
package import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// One save on one device.
///
/// A class, because copying its many parts would count references to each.
package final class Segment: Sendable {
  /// The hash of its payload, wherever that is sealed.
  package let identity: ContentHash
  package let device: UInt64
  package let sequence: UInt64
  /// The device's previous segment; `nil` for the first.
  package let previous: Previous?
  /// The segments that the writer had seen when the person made the change.
  package let seen: [SeenSpan]
  package let clock: HybridClock
  package let wall: Timestamp
  package let revisions: [SegmentRevision]
  /// The segment that this one undoes, with all others of the same command.
  package let undoes: ContentHash?
  /// The device's name then; empty if it had none.
  package let deviceName: String
  /// The command that wrote it; `nil` for none, or from an earlier program.
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

  /// A segment's record of its device's previous one.
  package struct Previous: Hashable {
    package let sequence: UInt64
    package let identity: ContentHash
    package let cards: TouchedCards

    package init(sequence: UInt64, identity: ContentHash, cards: TouchedCards) {
      self.sequence = sequence
      self.identity = identity
      self.cards = cards
    }
  }

  /// Its revisions by the writer with this dot: its device or, after a fork, a branch of it.
  package func revisions(at dot: Dot, seen: VersionVector) -> [Revision] {
    revisions.map { revision in
      Revision(
        card: revision.card, dot: dot, seen: seen, clock: clock, wall: wall, kind: revision.kind,
        changes: revision.changes)
    }
  }

  /// Its position in its device's sequence.
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

  package init(card: CardID, kind: Revision.Kind, changes: [FieldChange]) {
    self.card = card
    self.kind = kind
    self.changes = changes
  }
}

/// The cards that a segment changed, up to a limit: enough to explain what its loss means.
package struct TouchedCards: Hashable, Sendable {
  /// The maximum number of ids: `Format.md`, section 5.
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

/// A segment's position among those of its device.
package struct Link: Sendable, Hashable {
  package let device: UInt64
  package let sequence: UInt64
  package let previous: UInt64
  package let identity: ContentHash
  package let previousIdentity: ContentHash?
}

/// All segments of one device from `first` through `last`; the identity of the last distinguishes them from
/// those of a cloned device.
package struct SeenSpan: Sendable, Hashable {
  package let device: UInt64
  package var first: UInt64
  package var last: UInt64
  package var lastHash: ContentHash

  package init(device: UInt64, first: UInt64, last: UInt64, lastHash: ContentHash) {
    self.device = device
    self.first = first
    self.last = last
    self.lastHash = lastHash
  }
}

extension SeenSpan {
  /// Parses a stored span; `nil` if it is impossible.
  package init?(_ message: Cardvault_Vault_Span) {
    guard message.first > 0, message.first <= message.last,
      let hash = ContentHash(message.lastHash)
    else { return nil }
    self.init(device: message.device, first: message.first, last: message.last, lastHash: hash)
  }

  package var message: Cardvault_Vault_Span {
    .with {
      $0.device = device
      $0.first = first
      $0.last = last
      $0.lastHash = Data(lastHash.bytes)
    }
  }
}

extension ContentHash {
  /// Parses 32 bytes; `nil` for any other number.
  package init?(_ bytes: Data) {
    self.init(bytes.span)
  }
}

/// Shared by all segments of one command, so that one undo undoes the command: `Format.md`, section 5.
package struct CommandID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Makes a new id.
  package init(using generator: inout some RandomNumberGenerator) {
    high = .random(in: 0 ... .max, using: &generator)
    low = .random(in: 0 ... .max, using: &generator)
  }

  /// Parses 16 bytes; `nil` for any other number.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.prefix(8))
    low = UInt64(bigEndian: bytes.suffix(8))
  }

  /// Its 16 bytes.
  package var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}
