internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// A segment as the payload of a sealed file; the rules are those of `Format.md`, section 5.
extension Segment {
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
  static func purged(
    payload: ArraySlice<UInt8>, of cards: Set<CardID>
  ) throws(PayloadError) -> [UInt8]? {
    guard var message = try? Cardvault_Vault_Segment(serializedBytes: Array(payload)) else {
      throw .malformed
    }
    var isChanged = false
    for (index, bytes) in message.revisions.enumerated() {
      guard var revision = try? Cardvault_Vault_Revision(serializedBytes: bytes) else {
        throw .malformed
      }
      guard let card = CardID(Array(revision.card)), cards.contains(card),
        // Without any change an edit would bring the card back.
        revision.changes.contains(where: {
          $0.mergeClass != MergeClass.max.rawValue && !$0.isJoin
        })
      else { continue }
      // What was joined stays joined, or a part of it would come back.
      revision.changes.removeAll { !$0.isJoin }
      message.revisions[index] = Data(revision.bytes)
      isChanged = true
    }
    return isChanged ? message.bytes : nil
  }
}

extension Segment {
  /// Whether a payload without the changes of some cards was made of this whole one.
  static func isPurged(_ purged: ArraySlice<UInt8>, from whole: ArraySlice<UInt8>) -> Bool {
    guard let segment = try? Segment(payload: purged, identity: .ofNothing) else { return false }
    let gone = segment.revisions.filter { revision in
      revision.changes.allSatisfy { $0.field == JoinedCards.field && $0.mergeClass == .set }
    }
    let made = try? Segment.purged(payload: whole, of: Set(gone.map(\.card)))
    return made.map { $0[...] == purged } ?? false
  }
}

extension SegmentRevision {
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
  fileprivate var message: Cardvault_Vault_Change {
    .with {
      $0.field = field
      $0.mergeClass = UInt32(mergeClass.rawValue)
      $0.operation = UInt32(operation.rawValue)
      $0.value = Data(value)
    }
  }
}

extension Cardvault_Vault_Change {
  fileprivate var isJoin: Bool {
    field == JoinedCards.field && mergeClass == MergeClass.set.rawValue
  }
}

extension Message {
  /// The serialised message.
  ///
  /// Encoding fails only for missing required fields, which proto3 does not have.
  var bytes: [UInt8] { (try? serializedBytes()) ?? [] }
}
