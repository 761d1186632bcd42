public import Cards
public import Sealing
internal import SystemPackage
package import VaultFormat

/// A vault of cards that is open: one folder of sealed files, and the key to it.
///
/// It shows the vault as it was when it was opened, and its own changes since. What other programs and
/// devices write meanwhile is never overwritten: both sides are kept, and shown after `refreshed` or the next opening.
///
/// It has a thread of its own for the time of each call, so that nothing else waits for its files.
public actor Vault {
  /// Tells the time.
  public typealias Clock = @Sendable () -> Timestamp

  /// A card as it is shown; all that is stored of it is merged again when it is asked for.
  ///
  /// A class, as a card has many parts that are counted one by one wherever it is copied.
  final class CardEntry: Sendable {
    /// `nil` when the card was removed.
    let card: Card?
    /// The card's name as it is sorted by.
    let sortingName: String
    /// How many fields wait for a decision.
    let conflictCount: Int
    /// Whether the card was removed and a rotation took all that it was.
    let isPurged: Bool

    init(card: Card?, conflictCount: Int, isPurged: Bool) {
      self.card = card
      sortingName = card?.name.lowercased() ?? ""
      self.conflictCount = conflictCount
      self.isPurged = isPurged
    }
  }

  /// Where everything is; `keyFile` names the file that was read.
  public nonisolated let locations: VaultLocations
  /// Six groups of five digits that two people compare aloud to know that their vaults share a key.
  public nonisolated let fingerprint: String
  /// The public name of the key.
  public nonisolated let keyID: KeyID
  /// The public names of all keys that are held.
  public nonisolated let keyIDs: Set<KeyID>
  /// The key's number: one more than the greatest of those that it replaced.
  public nonisolated let epoch: UInt32

  let now: Clock
  let timeout: Duration
  package var generator: any RandomNumberGenerator & Sendable
  package let keys: VaultKeys
  /// What tells of keys, as it was when the vault was opened: what is added later may mean another key.
  package var keyFiles: KeyNames
  /// What notices that held keys prove tell.
  var notices: [SuccessorNotice]
  /// What opens the vault's files during one piece of work.
  var snapshot: FolderSnapshot
  var contents: VaultContents
  var history: History
  /// Cards that were joined stand under the id of the whole only.
  var entries: [CardID: CardEntry]
  var joined: JoinedCards
  var memory: DeviceMemory
  /// The files that could not be used when the folder was last looked through, as they were then.
  var doubtful: [StoredFile: Folder.FileState] = [:]
  /// What the folder holds, as a sync saw it last; `nil` when that may have changed.
  var knownIndex: VaultIndex?
  /// Whether the cards were read; a vault that is only synced may do without.
  package var isRead: Bool

  private nonisolated let executor = VaultExecutor()

  /// Its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    _ opened: sending OpenedVault, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, timeout: Duration
  ) {
    locations = opened.locations
    keys = opened.keys
    snapshot = FolderSnapshot(keys: opened.keys)
    keyID = opened.keys.current.id
    keyIDs = opened.keys.ids
    fingerprint = opened.keys.current.root.fingerprint
    epoch = opened.keys.epoch
    keyFiles = opened.keyFiles
    notices = opened.notices
    memory = opened.memory
    var contents = opened.contents ?? VaultContents()
    isRead = opened.contents != nil
    history = History(contents.takeSegments())
    self.contents = contents
    self.now = now
    self.generator = generator
    self.timeout = timeout
    (entries, joined) = Self.entries(of: history)
  }

  /// The cards, removed ones left out, by name and then by id.
  public var cards: [Card] { Self.sorted(Array(entries.values)) }

  /// The cards that were removed and can be brought back, as they were then, by name and then by id.
  public var removedCards: [Card] {
    let removed = entries.filter { $0.value.card == nil && !$0.value.isPurged }
    return Self.sorted(
      removed.keys.map {
        CardEntry(card: Card(id: $0, fields: fields(of: $0)), conflictCount: 0, isPurged: false)
      })
  }

  /// The card with this id, or that such a card was joined into; `nil` when there is none, or it was removed.
  public func card(_ id: CardID) -> Card? { entries[joined.id(of: id)]?.card }

  /// How many fields of a card were changed by two devices at once and wait for a decision.
  public func conflictCount(of id: CardID) -> Int {
    entries[joined.id(of: id)]?.conflictCount ?? 0
  }

  /// The same for all cards that have any.
  public var conflictCounts: [CardID: Int] {
    entries.mapValues(\.conflictCount).filter { $0.value > 0 }
  }

  /// The id of a card that is imported with this one code: the same on every device of this vault; where
  /// that card was joined into another, the other one's.
  public func id(for barcode: Barcode) -> CardID {
    let hash = try? keys.first.cardID(of: barcode.canonicalBytes)
    return hash.flatMap { CardID($0) }.map(joined.id) ?? CardID(using: &generator)
  }

  /// The cards that have this code, by name.
  public func cards(with barcode: Barcode) -> [Card] {
    let wanted = barcode.canonicalBytes
    return cards.filter { card in card.codes.contains { $0.canonicalBytes == wanted } }
  }

  /// Everything that is stored of a card.
  func fields(of id: CardID) -> MergedFields {
    MergedFields(merging: revisions(of: joined.members(of: id)))
  }

  /// All revisions of these cards.
  func revisions(of cards: [CardID]) -> [Revision] {
    cards.flatMap { history.revisions[$0] ?? [] }
  }

  /// Works out anew what is shown.
  func showAll() {
    (entries, joined) = Self.entries(of: history)
  }

  /// Shows what these revisions did, which are part of the history now.
  func show(_ revisions: some Sequence<SegmentRevision>) {
    if revisions.contains(where: { $0.changes.contains { $0.field == JoinedCards.field } }) {
      showAll()
      return
    }
    for id in Set(revisions.map { joined.id(of: $0.card) }) {
      entries[id] = Self.entry(id, self.revisions(of: joined.members(of: id)))
    }
  }

  static func entry(_ id: CardID, _ revisions: [Revision]) -> CardEntry {
    entry(id, MergedFields(merging: revisions))
  }

  private static func entry(_ id: CardID, _ fields: MergedFields) -> CardEntry {
    CardEntry(
      card: fields.isRemoved ? nil : Card(id: id, fields: fields),
      conflictCount: fields.conflictCount,
      isPurged: fields.isRemoved
        && fields.values.allSatisfy {
          $0.mergeClass == .max || CardField($0.field, $0.mergeClass) == .joinedWith
        })
  }

  static func entries(of history: History) -> ([CardID: CardEntry], JoinedCards) {
    var entries: [CardID: CardEntry] = [:]
    entries.reserveCapacity(history.revisions.count)
    var joins: [JoinedCards.Join] = []
    let parts = Array(history.revisions).concurrentMap { id, revisions in
      let fields = MergedFields(merging: revisions)
      return (id, entry(id, fields), fields.joins(of: id))
    }
    for (id, entry, joinsOfCard) in parts.joined() {
      entries[id] = entry
      if !joinsOfCard.isEmpty { joins += joinsOfCard }
    }
    // Most vaults have none.
    if joins.isEmpty { return (entries, JoinedCards()) }
    let joined = JoinedCards(joins)
    for id in joined.ids {
      let members = joined.members(of: id)
      for member in members { entries[member] = nil }
      entries[id] = entry(id, members.flatMap { history.revisions[$0] ?? [] })
    }
    return (entries, joined)
  }

  /// The cards of entries, by name and then by id.
  private static func sorted(_ entries: [CardEntry]) -> [Card] {
    // Cards are large: places and keys are sorted, not they.
    let keys = entries.indices.compactMap { place in
      entries[place].card.map { (name: entries[place].sortingName, id: $0.id, place: place) }
    }
    return keys.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      .compactMap { entries[$0.place].card }
  }
}
