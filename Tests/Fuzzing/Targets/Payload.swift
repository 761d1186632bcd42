import Cards
import Sealing

@testable import VaultFormat
@testable import VaultStore

/// A segment's payload by a writer that has the key but is not us.
///
/// It is sealed and opened first, as the commitment hides the parser from a merely altered file. If it can be read,
/// each of its cards can be purged, and it can be read again.
func takePayload(_ payload: [UInt8]) {
  let opened = resealed(payload, .segment)[...]
  guard let segment = try? Segment(payload: opened, identity: .ofNothing) else { return }
  let cards = Set(segment.revisions.map(\.card))
  guard let purged = try? Segment.purged(payload: opened, of: cards) else { return }
  let again = try? Segment(payload: purged[...], identity: .ofNothing)
  precondition(again?.revisions.map(\.card) == segment.revisions.map(\.card), "no card goes")
  // Except a revision that only states when a card was last used, which would otherwise revive the card.
  let isPurged = again?.revisions.allSatisfy { revision in
    revision.changes.allSatisfy { $0.mergeClass == .max || $0.field == JoinedCards.field }
  }
  precondition(isPurged == true, "no other change stays")
}
