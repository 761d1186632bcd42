internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import SystemPackage
internal import VaultFormat

/// This machine's state as a writer of one vault folder, held under a lock.
///
/// A write reserves a sequence number durably (`reserve`), puts the segment in place, and records that (`commit`).
/// If it is interrupted, the next write finds out how far it got, and never reuses a number.
package struct DeviceState: ~Copyable {
  private let folder: Folder
  private let lock: FolderLock
  private var key: DerivedKeys
  private(set) var memory: DeviceMemory
  /// Whether the file of the key that the memory needs is here, although that key is not in use.
  private let hasAbsentKey: Bool

  /// Waits for the lock and reads the state; makes its folder if missing.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  init(at locations: VaultLocations, keys: VaultKeys, timeout: Duration) throws(VaultError) {
    let path = DeviceMemory.folder(at: locations, keys.header.secrets)
    try Folder.make(path)
    let folder = try Folder(path)
    let lock = try FolderLock(folder, of: locations.vault, timeout: timeout)
    folder.removeTemporaries(for: [DeviceMemory.fileName])
    memory = try DeviceMemory(in: folder, keys: keys, locations)
    if !folder.holds(DeviceMemory.fileName) {
      memory.takeOver(at: locations, keys: keys)
    }
    hasAbsentKey = memory.hasAbsentKey(at: locations)
    memory.state.folder = DeviceMemory.resolvedPath(locations.vault)
    self.folder = folder
    self.lock = lock
    key = memory.isOfFormerKey ? keys.former ?? keys.current : keys.current
  }

  /// Finds out whether a reserved, uncommitted segment was written.
  ///
  /// Makes a new device id if there is none, if the vault has more of this device's segments than it remembers (a
  /// restored backup), or other segments under its numbers (a copied home folder).
  mutating func recover(
    vault: borrowing Folder, history: History, using generator: inout some RandomNumberGenerator
  ) {
    var state = memory.state
    if state.reserved > 0, let hash = ContentHash(state.reservedFile),
      let identity = ContentHash(state.reservedHash)
    {
      // Only this device writes a file of this name, the hash of what it sealed.
      let file = StoredFile(.segment, hash)
      if let name = file.folder, let segments = try? Folder(name, in: vault) {
        segments.removeTemporaries(for: [file.name])
      }
      if vault.holds(file.path) || history.holds(identity) { state.place() }
    }
    if state.device == 0 || history.writers.present.highest(of: state.device) > state.placed
      || history.writers.isForked(state.device)
    {
      let old = state
      state = .with {
        $0.device = .random(in: 1 ... .max, using: &generator)
        ($0.held, $0.packs, $0.files, $0.folder) = (old.held, old.packs, old.files, old.folder)
        $0.localState = old.localState
      }
    }
    memory.state = state
  }

  /// The device's id.
  package var device: UInt64 { memory.state.device }
  /// The name that a person gave it, or else the host's.
  var name: String { memory.name }
  /// The number of its next segment.
  var nextSequence: UInt64 { memory.state.highest + 1 }
  /// The device's previous segment.
  var previous: Segment.Previous? {
    let state = memory.state
    guard state.placed > 0, let identity = ContentHash(state.placedHash),
      let cards = memory.placedCards(of: identity)
    else { return nil }
    return Segment.Previous(sequence: state.placed, identity: identity, cards: cards)
  }

  /// Records durably that a segment is about to be written.
  mutating func reserve(
    _ sequence: UInt64, _ identity: ContentHash, in file: ContentHash, cards: TouchedCards,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    memory.state.reserved = sequence
    memory.state.reservedHash = Data(identity.bytes)
    memory.state.reservedFile = Data(file.bytes)
    memory.state.reservedCards = cards.cards.map { Data($0.bytes) }
    memory.state.reservedCardCount = UInt64(cards.count)
    memory.state.highest = sequence
    try save(.name, using: &generator)
  }

  /// Records that the reserved segment is in place, and what is now held, without waiting for the disk.
  ///
  /// If the record is lost, `recover` finds the segment.
  mutating func commit(
    holding history: History, _ files: ProvedFiles,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    memory.state.place()
    memory.hold(history, files)
    try save(.content, using: &generator)
  }

  /// Sets the damaged files to record with the next save.
  mutating func note(_ damaged: [StoredFile: Folder.FileState]) {
    memory.damaged = damaged
  }

  /// Records what is now held, without waiting for the disk.
  ///
  /// A memory under a key that is not available is kept, as it reveals that the vault was rolled back.
  mutating func hold(
    _ history: History, _ files: ProvedFiles,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    guard !memory.isOfAbsentKey else { return }
    memory.hold(history, files)
    try save(.content, using: &generator)
  }

  /// Saves under another key from now on; what only the earlier key proves still counts as held.
  mutating func change(
    to key: DerivedKeys, holding history: History, _ files: ProvedFiles,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    self.key = key
    memory.hold(history, files)
    try save(.name, using: &generator)
  }

  /// Records what is here and what is lost as held, and forgets everything else.
  mutating func forget(
    allBut history: History, _ lost: [SeenSpan], using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    try checkKeyIsHeld()
    memory.state.held = (history.seen + lost).map(\.message)
    try save(.name, using: &generator)
  }

  /// Records what is here as held, and forgets what is missing.
  mutating func forget(
    allBut history: History, _ photos: Set<ContentHash>,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    memory.state.held = history.seen.map(\.message)
    memory.state.files.removeAll { file in ContentHash(file).map(photos.contains) ?? false }
    try save(.name, using: &generator)
  }

  /// Stores this device's name; an empty one means the host's.
  mutating func rename(
    to name: String, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    try checkKeyIsHeld()
    memory.state.local.deviceName = name
    try save(.name, using: &generator)
  }

  /// Stores a finished sync with a target.
  mutating func note(
    _ target: KnownTarget, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    try checkKeyIsHeld()
    memory.state.local.note(target)
    try save(.content, using: &generator)
  }

  /// Forgets the target of this name.
  mutating func forget(
    target name: String, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    try checkKeyIsHeld()
    memory.state.local.targets.removeAll { $0.name == name }
    try save(.content, using: &generator)
  }

  /// Replaces this device's counts.
  mutating func setCounts(
    _ counts: [LocalCount], using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    try checkKeyIsHeld()
    memory.state.local.counts = counts.map(\.message)
    try save(.content, using: &generator)
  }

  /// Replaces this device's meanings of columns.
  mutating func setTables(
    _ tables: [Cardvault_Vault_TableColumns], using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    try checkKeyIsHeld()
    memory.state.local.tables = tables
    try save(.content, using: &generator)
  }

  /// Refuses to replace a memory under a key that is not available, as it reveals that the vault was rolled back.
  private func checkKeyIsHeld() throws(VaultError) {
    guard !memory.isOfAbsentKey else {
      throw .olderThanRemembered(FilePath(memory.state.folder), hasKey: hasAbsentKey)
    }
  }

  private func save(
    _ durability: WholeFile.Durability, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    let file: [UInt8]
    do throws(SealingError) {
      file = try key.seal(memory.state.bytes, as: .deviceState, using: &generator)
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
    reservedFile = Data()
    reservedCards = []
    reservedCardCount = 0
  }
}
