internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import SystemPackage

/// What this machine remembers of itself as a writer of one vault folder, held under a lock.
///
/// A write goes: `reserve` (durable), the segment into its place, `commit`. Wherever that stops, the next
/// one finds out what got there, and a sequence number is never used twice.
struct DeviceState: ~Copyable {
  private static let name = "device"
  private let folder: Folder
  private let lock: FolderLock
  private let key: EnvelopeKey
  private var state: Cardvault_Vault_DeviceState

  /// Waits for the lock and reads the state; a lost, damaged or outdated one makes a new device.
  ///
  /// - Parameters:
  ///   - path: the folder of this machine and vault folder; made when missing.
  ///   - key: the key that seals the state.
  ///   - patience: how long to wait for another process.
  /// - Throws: `VaultError.inUse`, or what the system says.
  init(
    at path: FilePath, key: consuming EnvelopeKey, patience: Duration
  ) throws(VaultError) {
    try VaultError.naming(path) { () throws(SystemFailure) in try Folder.make(path) }
    let folder = try VaultError.naming(path) { () throws(SystemFailure) in try Folder(path) }
    let lock = try FolderLock(folder, at: path, patience: patience)
    folder.removeTemporaries(for: Self.name)
    let state = try VaultError.naming(path) {
      () throws(SystemFailure) -> Cardvault_Vault_DeviceState in
      guard folder.holds(Self.name) else { return .init() }
      let file = try folder.read(Self.name, limit: VaultLayout.fileByteLimit)
      guard let payload = try? key.open(file.span) else { return .init() }
      return (try? .init(serializedBytes: payload)) ?? .init()
    }
    self.folder = folder
    self.lock = lock
    self.key = key
    self.state = state
  }

  /// Finds out what became of a segment that was reserved and not committed, and takes a new device id
  /// when there is none or the vault holds more of this device's writes than it remembers (a restored
  /// backup).
  mutating func recover(
    segments: borrowing Folder, history: History, using generator: inout some RandomNumberGenerator
  ) {
    if state.reserved > 0 {
      // Nobody else writes a file of this name: it is the hash of what this device sealed.
      let name = VaultLayout.segmentName(Array(state.reservedHash))
      segments.removeTemporaries(for: name)
      if segments.holds(name) { place() }
    }
    if state.device == 0 || history.seen.highest(of: state.device) > state.highest {
      state = .with { $0.device = .random(in: 1 ... .max, using: &generator) }
    }
  }

  /// The device, its next sequence number, and the segment before.
  var device: UInt64 { state.device }
  var nextSequence: UInt64 { state.highest + 1 }
  var previous: UInt64 { state.placed }
  var previousHash: [UInt8] { Array(state.placedHash) }

  /// Remembers, on the disk, that a segment is about to be written.
  mutating func reserve(
    _ sequence: UInt64, hash: ContentHash, using generator: inout some RandomNumberGenerator
  ) throws(SystemFailure) {
    state.reserved = sequence
    state.reservedHash = Data(hash.bytes)
    state.highest = sequence
    try save(isDurable: true, using: &generator)
  }

  /// Remembers that the reserved segment is in its place.
  ///
  /// The disk is not waited for: were this lost, `recover` would find the segment.
  mutating func commit(using generator: inout some RandomNumberGenerator) throws(SystemFailure) {
    place()
    try save(isDurable: false, using: &generator)
  }

  private mutating func place() {
    state.placed = state.reserved
    state.placedHash = state.reservedHash
    state.reserved = 0
    state.reservedHash = Data()
  }

  private func save(
    isDurable: Bool, using generator: inout some RandomNumberGenerator
  ) throws(SystemFailure) {
    let payload: [UInt8] = (try? state.serializedBytes()) ?? []
    let file = key.seal(payload, using: &generator)
    try WholeFile.write(
      file.span, to: Self.name, in: folder.descriptor, existing: .replaced, isDurable: isDurable)
  }
}
