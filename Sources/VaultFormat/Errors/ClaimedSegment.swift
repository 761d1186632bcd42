public import Cards
public import Sealing

/// A segment that only a replaced key sealed and that nothing vouches for: anyone with that key could have made it
/// (`Format.md`, section 8).
public struct ClaimedSegment: Sendable, Hashable, Identifiable {
  /// The segment's identity.
  public let id: ContentHash
  /// The device that it claims to come from.
  public let device: UInt64
  /// When it claims to have been made.
  public let made: Timestamp
  /// The cards that it changes or removes.
  public let cards: [CardID]
  /// Those of the cards that it removes.
  public let removedCards: [CardID]

  package init(
    id: ContentHash, device: UInt64, made: Timestamp, cards: [CardID], removedCards: [CardID]
  ) {
    self.id = id
    self.device = device
    self.made = made
    self.cards = cards
    self.removedCards = removedCards
  }
}
