public import Cards
public import Sealing

/// A segment under a retired key that the vault lacks, as it describes itself: anyone with that key could have made it
/// (`Format.md`, section 8).
public struct RetiredSave: Sendable, Hashable, Identifiable {
  /// The segment's identity.
  public let id: ContentHash
  /// The device that it claims to come from.
  public let device: UInt64
  /// What that device claims to be called; empty if it has no name.
  public let deviceName: String
  /// When it claims to have been made.
  public let made: Timestamp
  /// The cards that it changes or removes.
  public let cards: [CardID]
  /// Those of the cards that it removes.
  public let removedCards: [CardID]
  /// What it calls the cards, as far as it says.
  public let names: [CardID: String]

  package init(_ segment: Segment) {
    id = segment.identity
    device = segment.device
    deviceName = segment.deviceName
    made = segment.wall
    cards = segment.revisions.map(\.card)
    removedCards = segment.revisions.filter { $0.kind == .remove }.map(\.card)
    let dot = Dot(device: segment.device, sequence: segment.sequence)
    names = Dictionary(
      segment.revisions(at: dot, seen: VersionVector()).compactMap { revision in
        let name = Card(id: revision.card, fields: MergedFields(merging: [revision])).name
        return name.isEmpty ? nil : (revision.card, name)
      }, uniquingKeysWith: { _, last in last })
  }
}
