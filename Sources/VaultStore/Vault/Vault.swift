public import Cards
internal import Dispatch
internal import Glibc
public import Sealing
package import VaultFormat

/// An open vault of cards: one folder of sealed files, and its key.
///
/// It shows the vault as it was when opened, plus its own changes. What other programs and devices write meanwhile is
/// never overwritten: both sides are kept, and shown after `refreshed` or when the vault is opened again.
///
/// Each call runs on the vault's own thread, so that nothing else waits for its files.
public actor Vault {
  /// Returns the current time.
  public typealias Clock = @Sendable () -> Timestamp

  /// The locations; `keyFile` is the file that was read.
  public nonisolated let locations: VaultLocations
  /// Six groups of five digits that two people read aloud to check that their vaults share a key.
  public nonisolated let fingerprint: String
  /// The public id of the key.
  public nonisolated let keyID: KeyID
  /// The vault's own id, which a change of its key leaves as it is.
  public nonisolated let id: KeyID

  package let now: Clock
  let timeout: Duration
  package var generator: any RandomNumberGenerator & Sendable
  package let keys: VaultKeys
  /// The headers and notices when the vault was opened: a later one may mean another key.
  package var keyFiles: KeyNames
  /// Headers from a target that go into the folder after its other files.
  var arriving: [[UInt8]] = []
  /// The notices that the key proves: each says that it was replaced.
  package internal(set) var notices: [SuccessorNotice]
  /// The vault's folder.
  let snapshot: OpenedFolder
  package internal(set) var contents: JudgedFolder
  package internal(set) var shown: ShownCards
  package internal(set) var memory: DeviceMemory
  /// The files of photos that were found.
  var photoFiles: [ContentHash: StoredFile] = [:]
  /// The state of the files that were unusable when the folder was last examined.
  var doubtful: [StoredFile: Folder.FileState] = [:]
  /// How many of this device's saves were sealed anew when it moved to the vault's new key; `nil` if it has not
  /// moved since the vault was opened.
  public internal(set) var movedCount: Int?
  /// A new key that is not yet the vault's.
  var next: DerivedKeys?
  /// Whether the cards were read; a sync may not need them.
  package var isRead: Bool
  /// Shared by segments that are undone together; `nil` if each is undone alone.
  var command: CommandID?

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
    snapshot = OpenedFolder(under: opened.keys.current, damaged: opened.damaged)
    keyID = opened.keys.current.id
    id = opened.keys.vaultID
    fingerprint = opened.keys.current.root.fingerprint
    keyFiles = opened.keyFiles
    notices = opened.notices
    memory = opened.memory
    movedCount = opened.movedCount
    var contents = opened.contents ?? JudgedFolder()
    isRead = opened.contents != nil
    shown = ShownCards(contents.takeSegments())
    self.contents = contents
    self.now = now
    self.generator = generator
    self.timeout = timeout
  }

  /// All segments.
  package var history: History { shown.history }
  /// The cards by id; joined cards appear only under the joined card's id.
  package var entries: [CardID: CardEntry] { shown.entries }
  package var joined: JoinedCards { shown.joined }
  /// How often the shown cards were computed.
  package var showingCount: Int { shown.count }

  /// The cards that are not removed, in order of their folded names, then as the locale orders names, then by id.
  public var cards: [Card] { ShownCards.sorted(Array(entries.values)) }

  /// The cards that a condition selects, in the same order; the others are not sorted.
  public func cards(where isWanted: @Sendable (Card) -> Bool) -> [Card] {
    ShownCards.sorted(Array(entries.values), where: isWanted)
  }

  /// How many cards are not removed.
  public var cardCount: Int { entries.values.count { $0.card != nil } }

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

  /// The id of a card imported with this code, the same on every device of this vault; if that card was joined into
  /// another, the other one's id.
  public func id(for barcode: Barcode) -> CardID {
    CardID(keys.cardID(of: barcode.canonicalBytes)).map(joined.id) ?? CardID(using: &generator)
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
  func revisions(of cards: [CardID]) -> [Revision] { shown.revisions(of: cards) }
}

extension Revision {
  /// Whether it is an edit of the card's content, not only of its use or joins.
  ///
  /// A removal never is, even if it undoes changes.
  var describesCard: Bool {
    kind == .edit && changes.contains { $0.mergeClass != .max && !$0.isJoin }
  }
}

extension Vault {
  /// Anyone with the key can name any number of successors, but a person has few.
  private static let maxSuccessorCount = 16

  /// The successors to show, those whose key is on this device first, and how many others there are.
  package var shownSuccessors: (shown: [Successor], furtherCount: Int) {
    let named = Dictionary(notices.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let all = named.values.map { $0.successor(locations, keys) }.sorted { left, right in
      (left.isOnThisMachine ? 0 : 1, right.made, left.keyID.description)
        < (right.isOnThisMachine ? 0 : 1, left.made, right.keyID.description)
    }
    return (Array(all.prefix(Self.maxSuccessorCount)), max(0, all.count - Self.maxSuccessorCount))
  }

  /// The key that replaced the vault's, if a notice says so.
  package var currentSuccessor: Successor? { shownSuccessors.shown.first }

  /// The system's clock.
  public static let wallClock: Clock = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// Runs a vault's calls one after another on a thread that may block on disks and locks.
///
/// Swift's executor has only as many threads as there are processors, and these must not block.
final class VaultExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "cardvault.vault")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
