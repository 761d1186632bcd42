public import Cards
internal import Sealing
internal import SystemPackage

/// A vault of cards that is open: one folder of sealed files, and the key to it.
///
/// It shows the vault as it was when it was opened, and its own changes since. What other programs and
/// devices write meanwhile is neither shown nor overwritten: both sides are kept, and merge at the next
/// opening.
public actor Vault {
  /// Tells the time.
  public typealias Clock = @Sendable () -> Timestamp

  struct Entry {
    var fields: MergedFields
    /// `nil` when the card was removed.
    var card: Card?
  }

  /// Where everything lies; `keyFile` names the file that was read.
  public nonisolated let locations: VaultLocations
  /// Six groups of five digits that two people compare aloud to know that their vaults share a key.
  public nonisolated let fingerprint: String

  let root: RootKey
  let segmentKey: EnvelopeKey
  private let cardIDKey: HashKey
  let now: Clock
  var generator: any RandomNumberGenerator & Sendable
  let patience: Duration
  var history: History
  var entries: [CardID: Entry]

  init(
    _ opened: consuming sending OpenedVault, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, patience: Duration
  ) {
    locations = opened.locations
    fingerprint = opened.root.fingerprint
    history = opened.history
    root = opened.root
    segmentKey = opened.segmentKey
    cardIDKey = opened.cardIDKey
    self.now = now
    self.generator = generator
    self.patience = patience
    entries = [:]
    entries.reserveCapacity(history.revisions.count)
    for (id, revisions) in history.revisions { entries[id] = Self.entry(id, revisions) }
  }

  /// The cards, removed ones left out, by name and then by id.
  public var cards: [Card] {
    entries.values.compactMap(\.card).map { (name: $0.name.lowercased(), card: $0) }
      .sorted { ($0.name, $0.card.id) < ($1.name, $1.card.id) }.map(\.card)
  }

  /// The card with this id; `nil` when there is none, or it was removed.
  public func card(_ id: CardID) -> Card? { entries[id]?.card }

  /// The names of files in the vault that are damaged or belong elsewhere; the rest is usable.
  public var damagedFiles: [String] { history.damagedFiles }

  /// The names of files that only a newer program reads; while there are any, nothing can be changed.
  public var newerFiles: [String] { history.newerFiles }

  /// How many fields of a card were changed by two devices at once and wait for a decision.
  public func conflictCount(of id: CardID) -> Int { entries[id]?.fields.conflictCount ?? 0 }

  /// The id of a card that is imported with this one code: the same on every device of this vault.
  public func id(for barcode: Barcode) -> CardID {
    CardID(cardIDKey.hash(of: barcode.canonicalBytes)) ?? CardID(using: &generator)
  }

  /// The cards that have this code, by name.
  public func cards(with barcode: Barcode) -> [Card] {
    let wanted = barcode.canonicalBytes
    return cards.filter { card in card.codes.contains { $0.canonicalBytes == wanted } }
  }

  static func entry(_ id: CardID, _ revisions: [Revision]) -> Entry {
    let fields = MergedFields(merging: revisions)
    return Entry(fields: fields, card: fields.isRemoved ? nil : Card(id: id, fields: fields))
  }
}
