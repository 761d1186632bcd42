package import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// Removes the changes of removed cards from payloads: `Format.md`, section 8.
extension Segment {
  /// The payload without the changes of some cards, otherwise unchanged; `nil` if it has none of them.
  package static func purged(
    payload: ArraySlice<UInt8>, of cards: Set<CardID>
  ) throws(PayloadError) -> [UInt8]? {
    guard var message = try? Cardvault_Vault_Segment(serializedBytes: Array(payload)) else {
      throw .malformed
    }
    var isChanged = false
    for (index, bytes) in message.revisions.enumerated() {
      guard let revision = try? Cardvault_Vault_Revision(serializedBytes: bytes) else {
        throw .malformed
      }
      guard let card = CardID(Array(revision.card)), cards.contains(card),
        let purged = revision.purged
      else { continue }
      message.revisions[index] = purged
      isChanged = true
    }
    return isChanged ? message.bytes : nil
  }

  /// Whether a payload is this whole one with the changes of some cards removed.
  package static func isPurged(_ purged: ArraySlice<UInt8>, from whole: ArraySlice<UInt8>) -> Bool {
    guard let segment = try? Segment(payload: purged, identity: .ofNothing) else { return false }
    let gone = segment.revisions.filter { revision in
      revision.changes.allSatisfy { $0.field == JoinedCards.field && $0.mergeClass == .set }
    }
    let isMade = (try? Segment.purged(payload: whole, of: Set(gone.map(\.card))))?[...] == purged
    // No program writes changes into a removal, but someone with an old key might.
    let removals = gone.filter { $0.kind == .remove }.map(\.card)
    guard isMade, !removals.isEmpty else { return isMade }
    return (try? Segment.purged(payload: whole, of: Set(removals))) == nil
  }

  /// The combination of two payloads of one segment that each lack the changes of different cards; `nil` if
  /// they differ in anything else, or not at all.
  package static func combined(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> [UInt8]? {
    guard left != right,
      var message = try? Cardvault_Vault_Segment(serializedBytes: Array(left)),
      var other = try? Cardvault_Vault_Segment(serializedBytes: Array(right)),
      message.revisions.count == other.revisions.count
    else { return nil }
    for index in message.revisions.indices where message.revisions[index] != other.revisions[index]
    {
      let sides = [message.revisions[index], other.revisions[index]].sorted { $0.count < $1.count }
      guard let whole = try? Cardvault_Vault_Revision(serializedBytes: sides[1]),
        whole.kind == UInt32(Revision.Kind.edit.rawValue), whole.purged == sides[0]
      else { return nil }
      message.revisions[index] = sides[1]
      other.revisions[index] = sides[1]
    }
    return message == other ? message.bytes : nil
  }
}

extension Pack.Entry {
  /// The combination of this entry and another one of the same segment: the whole one, or what both have; `nil`
  /// if they cannot be combined.
  package func joined(with other: Pack.Entry) -> Pack.Entry? {
    var both = self
    if isPurged != other.isPurged {
      let (whole, purged) = isPurged ? (other, self) : (self, other)
      // An accepted entry does not replace one made by a holder of a top key.
      return whole.isClaimed && !purged.isClaimed ? nil : whole
    } else if isPurged, isClaimed != other.isClaimed {
      // An accepted entry adds nothing to one made by a holder of a top key.
      return isClaimed ? other : self
    } else if payload != other.payload {
      guard isPurged, let combined = Segment.combined(payload, other.payload) else { return nil }
      both = Pack.Entry(identity: identity, payload: combined[...], isPurged: true)
    }
    both.isClaimed = isClaimed && other.isClaimed
    return both
  }
}

extension Cardvault_Vault_Revision {
  /// The revision without its changes, except those that joined its card with others, as a part of these would
  /// otherwise reappear; `nil` if nothing would be removed: an edit without any changes would revive the card.
  fileprivate var purged: Data? {
    guard changes.contains(where: { $0.mergeClass != MergeClass.max.rawValue && !$0.isJoin }) else {
      return nil
    }
    var purged = self
    purged.changes.removeAll { !$0.isJoin }
    return Data(purged.bytes)
  }
}

extension Cardvault_Vault_Change {
  fileprivate var isJoin: Bool {
    field == JoinedCards.field && mergeClass == MergeClass.set.rawValue
  }
}
