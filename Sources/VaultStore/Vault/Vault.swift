public import Cards
public import Sealing
package import VaultFormat

/// An open vault of cards: one folder of sealed files, and its key.
///
/// It shows the vault as it was when opened, plus its own changes. What other programs and devices write
/// meanwhile is never overwritten: both sides are kept, and shown after `refreshed` or when the vault is opened
/// again.
///
/// Each call runs on the vault's own thread, so that nothing else waits for its files.
public actor Vault {
  /// Returns the current time.
  public typealias Clock = @Sendable () -> Timestamp

  /// A card as it is shown; its stored fields are merged again when needed.
  ///
  /// A class, because copying its many parts would mean counting references to each.
  package final class CardEntry: Sendable {
    /// `nil` if the card was removed.
    package let card: Card?
    /// The card's name for sorting.
    let sortingName: String
    /// How many fields have a conflict.
    let conflictCount: Int

    init(card: Card?, conflictCount: Int) {
      self.card = card
      sortingName = card.map { Folding.folded($0.name) } ?? ""
      self.conflictCount = conflictCount
    }
  }

  /// Where everything is; `keyFile` is the file that was read.
  public nonisolated let locations: VaultLocations
  /// Six groups of five digits that two people compare aloud to check that their vaults share a key.
  public nonisolated let fingerprint: String
  /// The public id of the key.
  public nonisolated let keyID: KeyID
  /// The public ids of all held keys.
  public nonisolated let keyIDs: Set<KeyID>
  /// The key's epoch: one more than the highest of those it replaced.
  public nonisolated let epoch: UInt32

  package let now: Clock
  let timeout: Duration
  package var generator: any RandomNumberGenerator & Sendable
  package let keys: VaultKeys
  /// The headers and notices when the vault was opened; any added later may mean another key.
  package var keyFiles: KeyNames
  /// Headers of a target that are put into the folder after its other files.
  var arriving: [[UInt8]] = []
  /// The notices that held keys prove.
  package internal(set) var notices: [SuccessorNotice]
  /// The vault's folder.
  let snapshot: FolderSnapshot
  package internal(set) var contents: VaultContents
  package internal(set) var history: History
  /// Joined cards appear only under the id of the joined card.
  package internal(set) var entries: [CardID: CardEntry]
  package internal(set) var joined: JoinedCards
  package internal(set) var memory: DeviceMemory
  /// How often the cards that are shown were computed anew since the vault was opened.
  package private(set) var showingCount = 0
  /// Where photos were found.
  var photoFiles: [ContentHash: StoredFile] = [:]
  /// The state of the files that were unusable when the folder was last examined.
  var doubtful: [StoredFile: Folder.FileState] = [:]
  /// How many segments were resealed since the vault was opened, because their key was replaced.
  var resealedCount = 0
  /// Whether the cards were read; syncing alone may not need them.
  package var isRead: Bool
  /// What segments share that are undone together; `nil` if each is undone alone.
  var command: CommandID?

  /// Whether the cards outlive the vault.
  var keepsCards = false

  private nonisolated let executor = VaultExecutor()

  /// The vault's own executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    _ opened: sending OpenedVault, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, timeout: Duration
  ) {
    locations = opened.locations
    keys = opened.keys
    snapshot = FolderSnapshot(keys: opened.keys, damaged: opened.damaged)
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

  deinit {
    if keepsCards { KeptCards(history, entries).keepItself() }
  }

  /// The cards that are not removed, by folded name, then as the locale orders names, then by id.
  public var cards: [Card] { Self.sorted(Array(entries.values)) }

  /// Those of the cards that a condition selects, in the same order; the others are not sorted.
  public func cards(where isWanted: @Sendable (Card) -> Bool) -> [Card] {
    Self.sorted(Array(entries.values), where: isWanted)
  }

  /// How many cards are not removed.
  public var cardCount: Int { entries.values.count { $0.card != nil } }

  /// The removed cards that can be restored, as they were then, in the order of `cards`.
  public var removedCards: [Card] {
    Self.sorted(
      entries.keys.filter { isRestorable($0) }.map { id in
        CardEntry(card: Card(id: id, fields: fields(of: id)), conflictCount: 0)
      })
  }

  /// How many removed cards can be restored.
  package var removedCardCount: Int { entries.keys.count { isRestorable($0) } }

  /// Whether the card with this id, or the one it was joined into, was removed and can be restored.
  ///
  /// Of a card that has not arrived yet, only its use, a join or its removal may be here.
  ///
  /// - Complexity: linear in the card's revisions; they are not merged.
  package func isRestorable(_ id: CardID) -> Bool {
    let id = joined.id(of: id)
    guard let entry = entries[id], entry.card == nil else { return false }
    return revisions(of: joined.members(of: id)).contains(where: \.describesCard)
  }

  /// The card with this id, or the one it was joined into; `nil` if there is none, or it was removed.
  public func card(_ id: CardID) -> Card? { entries[joined.id(of: id)]?.card }

  /// How many of a card's fields were changed concurrently and need a decision.
  public func conflictCount(of id: CardID) -> Int {
    entries[joined.id(of: id)]?.conflictCount ?? 0
  }

  /// The number of conflicts of each card that has any.
  public var conflictCounts: [CardID: Int] {
    entries.filter { $0.value.conflictCount > 0 }.mapValues(\.conflictCount)
  }

  /// The id of a card imported with this one code: the same on every device of this vault; if that card was
  /// joined into another, the other one's id.
  public func id(for barcode: Barcode) -> CardID {
    let hash = try? keys.first.cardID(of: barcode.canonicalBytes)
    return hash.flatMap { CardID($0) }.map(joined.id) ?? CardID(using: &generator)
  }

  /// The cards that have this code, by name.
  public func cards(with barcode: Barcode) -> [Card] {
    let (wanted, hash) = (barcode.canonicalBytes, barcode.canonicalHash)
    return cards { card in
      card.codes.contains { $0.canonicalHash == hash && $0.canonicalBytes == wanted }
    }
  }

  /// Everything stored for a card.
  package func fields(of id: CardID) -> MergedFields {
    MergedFields(merging: revisions(of: joined.members(of: id)))
  }

  /// All revisions of these cards.
  func revisions(of cards: [CardID]) -> [Revision] {
    cards.flatMap { history.revisions[$0] ?? [] }
  }

  /// Recomputes everything that is shown.
  func showAll() {
    showingCount += 1
    (entries, joined) = Self.entries(of: history)
  }

  /// Updates what is shown after these revisions, which are already in the history.
  func show(_ revisions: some Sequence<SegmentRevision>) {
    if revisions.contains(where: { $0.changes.contains { $0.field == JoinedCards.field } }) {
      showAll()
      return
    }
    showingCount += 1
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
      conflictCount: fields.conflictCount)
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
    // Most vaults have no joins.
    if joins.isEmpty { return (entries, JoinedCards()) }
    let joined = JoinedCards(joins)
    for id in joined.ids {
      let members = joined.members(of: id)
      for member in members { entries[member] = nil }
      entries[id] = entry(id, members.flatMap { history.revisions[$0] ?? [] })
    }
    return (entries, joined)
  }

  /// The cards of entries, by folded name, then as the locale orders names, then by id.
  private static func sorted(
    _ entries: [CardEntry], where isWanted: (Card) -> Bool = { _ in true }
  ) -> [Card] {
    // Cards are large, so only indices and sort keys are sorted.
    var keys: [(name: String, id: CardID, place: Int)] = []
    keys.reserveCapacity(entries.count)
    for (place, entry) in entries.enumerated() {
      if let card = entry.card, isWanted(card) {
        keys.append((entry.sortingName, card.id, place))
      }
    }
    keys.sort { ($0.name, $0.id) < ($1.name, $1.id) }
    // Most vaults have no such names, and need no locale.
    if zip(keys, keys.dropFirst()).contains(where: { $0.name == $1.name }) {
      let collation = Collation()
      keys.sort { left, right in
        if left.name != right.name { return left.name < right.name }
        let names = [left, right].map { entries[$0.place].card?.name ?? "" }
        return collation.precedes(names[0], names[1]) ?? (left.id < right.id)
      }
    }
    // `compactMap` would move them again and again while its array grows.
    var cards: [Card] = []
    cards.reserveCapacity(keys.count)
    for key in keys { if let card = entries[key.place].card { cards.append(card) } }
    return cards
  }
}

extension Revision {
  /// Whether it is an edit that says what is on the card, not only that it was used or joined.
  ///
  /// A removal never is, even if it undoes changes.
  var describesCard: Bool {
    kind == .edit && changes.contains { $0.mergeClass != .max && !$0.isJoin }
  }
}
