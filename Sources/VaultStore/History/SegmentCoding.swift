internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// Why a payload cannot be used.
enum PayloadError: Error {
  /// It breaks a rule of the format.
  case malformed
  /// It says something that only a newer program understands.
  case newer
}

/// A segment as the payload of a sealed file; the rules are those of `Format.md`, section 5.
extension Segment {
  private static let revisionLimit = 100_000
  private static let spanLimit = 10_000

  /// Reads a payload.
  init(payload: [UInt8], identity: ContentHash) throws(PayloadError) {
    guard let message = try? Cardvault_Vault_Segment(serializedBytes: payload),
      message.device != 0, message.previous < message.sequence,
      message.revisions.count <= Self.revisionLimit, message.seen.count <= Self.spanLimit
    else { throw .malformed }
    self.identity = identity
    device = message.device
    sequence = message.sequence
    previous = try Previous(message)
    var seen: [SeenSpan] = []
    for span in message.seen {
      guard let span = SeenSpan(span) else { throw .malformed }
      seen.append(span)
    }
    self.seen = seen
    clock = HybridClock(message.clock)
    wall = Timestamp(milliseconds: message.wall)
    undoes = ContentHash(message.undoes)
    if undoes == nil, !message.undoes.isEmpty { throw .malformed }
    var revisions: [SegmentRevision] = []
    revisions.reserveCapacity(message.revisions.count)
    var known: Set<CardID> = []
    for bytes in message.revisions {
      let revision = try SegmentRevision(bytes: bytes)
      if message.revisions.count > 1, !known.insert(revision.card).inserted { throw .malformed }
      revisions.append(revision)
    }
    self.revisions = revisions
  }

  /// The payload of a new segment, whose identity is not known before it is sealed.
  static func payload(
    device: UInt64, sequence: UInt64, previous: Previous?, seen: [SeenSpan], clock: HybridClock,
    wall: Timestamp, revisions: [SegmentRevision], undoes: ContentHash?
  ) -> [UInt8] {
    let message = Cardvault_Vault_Segment.with { message in
      message.device = device
      message.sequence = sequence
      if let previous {
        message.previous = previous.sequence
        message.previousHash = Data(previous.identity.bytes)
        message.previousCards = previous.cards.cards.map { Data($0.bytes) }
        message.previousCardCount = UInt64(previous.cards.count)
      }
      message.seen = seen.map(\.message)
      message.clock = clock.value
      message.wall = wall.milliseconds
      message.revisions = revisions.map(\.bytes)
      if let undoes { message.undoes = Data(undoes.bytes) }
    }
    return message.bytes
  }

  /// The payload with the changes of some cards left out, all else byte for byte; `nil` when it has
  /// none of them.
  static func purged(payload: [UInt8], of cards: Set<CardID>) throws(PayloadError) -> [UInt8]? {
    guard var message = try? Cardvault_Vault_Segment(serializedBytes: payload) else {
      throw .malformed
    }
    var isChanged = false
    for (index, bytes) in message.revisions.enumerated() {
      guard var revision = try? Cardvault_Vault_Revision(serializedBytes: bytes) else {
        throw .malformed
      }
      guard let card = CardID(Array(revision.card)), cards.contains(card),
        // Without any change an edit would bring the card back.
        revision.changes.contains(where: { $0.mergeClass != MergeClass.max.rawValue })
      else { continue }
      revision.changes = []
      message.revisions[index] = Data(revision.bytes)
      isChanged = true
    }
    return isChanged ? message.bytes : nil
  }
}

extension Segment.Previous {
  fileprivate init?(_ message: Cardvault_Vault_Segment) throws(PayloadError) {
    let cards = message.previousCards.compactMap { CardID(Array($0)) }
    guard cards.count == message.previousCards.count, cards.count <= TouchedCards.limit else {
      throw .malformed
    }
    guard message.previous > 0 else {
      if message.previousHash.isEmpty { return nil }
      throw .malformed
    }
    guard let identity = ContentHash(message.previousHash) else { throw .malformed }
    self.init(
      sequence: message.previous, identity: identity,
      cards: TouchedCards(cards, count: Int(clamping: message.previousCardCount)))
  }
}

extension SegmentRevision {
  fileprivate init(bytes: Data) throws(PayloadError) {
    guard let message = try? Cardvault_Vault_Revision(serializedBytes: bytes),
      let card = CardID(Array(message.card))
    else { throw .malformed }
    guard let kind = UInt8(exactly: message.kind).flatMap(Revision.Kind.init(rawValue:)) else {
      throw .newer
    }
    var changes: [FieldChange] = []
    changes.reserveCapacity(message.changes.count)
    for change in message.changes { changes.append(try FieldChange(change)) }
    self.init(card: card, kind: kind, changes: changes)
  }

  fileprivate var bytes: Data {
    let message = Cardvault_Vault_Revision.with {
      $0.card = Data(card.bytes)
      $0.kind = UInt32(kind.rawValue)
      $0.changes = changes.map(\.message)
    }
    return Data(message.bytes)
  }
}

extension FieldChange {
  private static let valueByteLimit = 1 << 20

  fileprivate init(_ message: Cardvault_Vault_Change) throws(PayloadError) {
    guard message.value.count <= Self.valueByteLimit else { throw .malformed }
    guard
      let mergeClass = UInt8(exactly: message.mergeClass).flatMap(MergeClass.init(rawValue:)),
      let operation = UInt8(exactly: message.operation).flatMap(Operation.init(rawValue:))
    else { throw .newer }
    self.init(
      field: message.field, mergeClass: mergeClass, operation: operation,
      value: Array(message.value))
  }

  fileprivate var message: Cardvault_Vault_Change {
    .with {
      $0.field = field
      $0.mergeClass = UInt32(mergeClass.rawValue)
      $0.operation = UInt32(operation.rawValue)
      $0.value = Data(value)
    }
  }
}

extension Message {
  /// The serialised message.
  ///
  /// Encoding fails only for missing required fields, which proto3 does not have.
  var bytes: [UInt8] { (try? serializedBytes()) ?? [] }
}
