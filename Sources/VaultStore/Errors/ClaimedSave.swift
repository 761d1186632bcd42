public import Cards
public import Sealing
internal import VaultFormat

/// A save that only a replaced key has sealed, and that nothing vouches for: whoever has that key could have made
/// it (`Format.md`, section 8).
public struct ClaimedSave: Sendable, Hashable, Identifiable {
  /// The name of the save, which never changes.
  public let id: ContentHash
  /// A number for the device that it claims to be of.
  public let device: UInt64
  /// When it claims to have been made.
  public let made: Timestamp
  /// The cards that it changes or removes.
  public let cards: [CardID]
  /// Those of them that it removes.
  public let removedCards: [CardID]
}

extension ClaimedSave {
  init(_ segment: Segment) {
    self.init(
      id: segment.identity, device: segment.device, made: segment.wall,
      cards: segment.revisions.map(\.card),
      removedCards: segment.revisions.filter { $0.kind == .remove }.map(\.card))
  }
}
