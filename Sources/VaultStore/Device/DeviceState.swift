internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import SystemPackage
internal import VaultFormat

/// What this machine remembers of itself as a writer of one vault folder, held under a lock.
///
/// A write goes: `reserve` (durable), the segment into its place, `commit`. Wherever that stops, the next
/// one finds out what got there, and a sequence number is never used twice.
struct DeviceState: ~Copyable {
  private let folder: Folder
  private let lock: FolderLock
  private var keys: EpochKeys
  private(set) var memory: DeviceMemory

  /// Waits for the lock and reads the state; a lost, damaged or outdated one makes a new device.
  ///
  /// - Parameters:
  ///   - locations: where everything is; the folder of this machine and vault folder is made when missing.
  ///   - keys: the vault's keys.
  ///   - timeout: how long to wait for another process.
  /// - Throws: `VaultError.inUse`, or what the system says.
  init(at locations: VaultLocations, keys: VaultKeys, timeout: Duration) throws(VaultError) {
    let path = try DeviceMemory.folder(at: locations, first: keys.first)
    try Folder.make(path)
    let folder = try Folder(path)
    let lock = try FolderLock(folder, timeout: timeout)
    folder.removeTemporaries(for: [DeviceMemory.fileName])
    memory = try DeviceMemory(in: folder, keys: keys)
    if !folder.holds(DeviceMemory.fileName) {
      memory.takeOver(from: locations.stateDirectory, keys: keys)
    }
    memory.state.folder = DeviceMemory.resolvedPath(locations.vault)
    self.folder = folder
    self.lock = lock
    self.keys = keys.current
  }

  /// Finds out what became of a segment that was reserved and not committed, and takes a new device id
  /// when there is none, when the vault holds more of this device's writes than it remembers (a restored
  /// backup), or other ones under its numbers (a copied home folder).
  mutating func recover(
    vault: borrowing Folder, history: History, using generator: inout some RandomNumberGenerator
  ) {
    var state = memory.state
    if state.reserved > 0, let hash = ContentHash(state.reservedHash) {
      // Nobody else writes a file of this name: it is the hash of what this device sealed.
      let file = StoredFile(.segment, hash)
      if let name = file.folder, let segments = try? Folder(name, in: vault) {
        segments.removeTemporaries(for: [file.name])
      }
      if vault.holds(file.path) || history.holds(hash) { state.place() }
    }
    if state.device == 0 || history.writers.present.highest(of: state.device) > state.placed
      || history.writers.isForked(state.device)
    {
      let old = state
      state = .with {
        $0.device = .random(in: 1 ... .max, using: &generator)
        ($0.held, $0.packs, $0.files, $0.folder) = (old.held, old.packs, old.files, old.folder)
      }
    }
    memory.state = state
  }

  /// The device.
  var device: UInt64 { memory.state.device }
  /// The number of its next segment.
  var nextSequence: UInt64 { memory.state.highest + 1 }
  /// The segment before that.
  var previous: Segment.Previous? {
    let state = memory.state
    guard state.placed > 0, let identity = ContentHash(state.placedHash),
      let cards = memory.placedCards(of: identity)
    else { return nil }
    return Segment.Previous(sequence: state.placed, identity: identity, cards: cards)
  }

  /// Remembers, on the disk, that a segment is about to be written.
  mutating func reserve(
    _ sequence: UInt64, hash: ContentHash, cards: TouchedCards,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    memory.state.reserved = sequence
    memory.state.reservedHash = Data(hash.bytes)
    memory.state.reservedCards = cards.cards.map { Data($0.bytes) }
    memory.state.reservedCardCount = UInt64(cards.count)
    memory.state.highest = sequence
    try save(.name, using: &generator)
  }

  /// Remembers that the reserved segment is in its place, and what is held by now.
  ///
  /// The disk is not waited for: were this lost, `recover` would find the segment.
  mutating func commit(
    holding history: History, _ files: ProvedFiles,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    memory.state.place()
    memory.hold(history, files)
    try save(.content, using: &generator)
  }

  /// Remembers what is held by now; the disk is not waited for.
  ///
  /// What was remembered under a key that is not held stays: it tells that the vault went back in time.
  mutating func hold(
    _ history: History, _ files: ProvedFiles,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    guard !memory.isOfAbsentKey else { return }
    memory.hold(history, files)
    try save(.content, using: &generator)
  }

  /// Saves under another key from now on.
  mutating func change(
    to keys: EpochKeys, holding history: History, _ files: ProvedFiles,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    self.keys = keys
    memory.hold(history, files)
    try save(.name, using: &generator)
  }

  /// Holds what is here from now on, and no longer misses what is not.
  mutating func forget(
    allBut history: History, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    memory.state.held = history.seen.map(\.message)
    try save(.name, using: &generator)
  }

  private func save(
    _ durability: WholeFile.Durability, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    let file: [UInt8]
    do throws(SealingError) {
      file = try keys.seal(memory.state.bytes, as: .deviceState, using: &generator)
    } catch {
      throw .noGuardedMemory
    }
    try folder.write(
      file, to: DeviceMemory.fileName, existing: .replaced, durability: durability)
  }
}

extension Cardvault_Vault_DeviceState {
  fileprivate mutating func place() {
    placed = reserved
    placedHash = reservedHash
    placedCards = reservedCards
    placedCardCount = reservedCardCount
    reserved = 0
    reservedHash = Data()
    reservedCards = []
    reservedCardCount = 0
  }
}
