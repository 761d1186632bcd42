internal import Cards
internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SwiftProtobuf
internal import SystemPackage

/// What this machine remembers of one vault folder; `Format.md`, section 9.
struct DeviceMemory {
  static let fileName = "device"

  var state = Cardvault_Vault_DeviceState()
  /// Whether there was something to remember that cannot be read any more.
  private(set) var isDamaged = false

  /// Whether it was written under a newer key than is at hand, or one of another line: the vault went back in
  /// time, or its key was changed by another name.
  private(set) var isOfAbsentKey = false

  /// Knows nothing.
  init() {}

  /// Reads what lies in the folder of this machine and vault folder.
  init(in folder: borrowing Folder, keys: VaultKeys) throws(SystemFailure) {
    guard folder.holds(Self.fileName) else { return }
    let file = try folder.read(Self.fileName, limit: VaultLayout.fileByteLimit)
    let header = try? EnvelopeHeader(of: file.span)
    if let header, keys[header.keyID] == nil,
      header.epoch > keys.epoch || keys.absent.contains(header.keyID)
    {
      isOfAbsentKey = true
      return
    }
    guard let header, header.kind == .deviceState,
      let payload = try? keys.open(file.span, header),
      let state = try? Cardvault_Vault_DeviceState(serializedBytes: Array(payload))
    else {
      isDamaged = true
      return
    }
    self.state = state
  }

  /// The names of the keys with which memories of this machine are sealed, as they say without proof.
  static func keyIDs(in directory: FilePath) -> Set<KeyID> {
    let names = (try? Folder(directory).names()) ?? []
    return Set(
      names.compactMap { name in
        let start = try? Folder(directory.appending(name)).start(
          of: fileName, byteCount: EnvelopeHeader.byteCount)
        return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }?.keyID
      })
  }

  /// The folder of this machine and vault folder; its name is a keyed hash of the vault folder's path.
  static func folder(at locations: VaultLocations, keys: VaultKeys) throws(VaultError) -> FilePath {
    let path = unsafe realpath(locations.vault.string, nil)
    defer { unsafe free(path) }
    let resolved = unsafe path.map { unsafe String(cString: $0) } ?? locations.vault.string
    do throws(SealingError) {
      let name = try keys.first.root.deviceFolderKey().hash(of: Array(resolved.utf8))
      return locations.stateDirectory.appending(name.hexadecimal)
    } catch {
      throw .noGuardedMemory
    }
  }

  /// Reads without a lock, as far as there is anything that can be read.
  static func read(at locations: VaultLocations, keys: VaultKeys) throws(VaultError) -> DeviceMemory
  {
    let path = try folder(at: locations, keys: keys)
    do throws(SystemFailure) {
      return try DeviceMemory(in: try Folder(path), keys: keys)
    } catch {
      var memory = DeviceMemory()
      memory.isDamaged = error.code != ENOENT
      return memory
    }
  }

  /// The cards of this device's last segment, if this is it.
  func placedCards(of identity: ContentHash) -> TouchedCards? {
    guard ContentHash(state.placedHash) == identity else { return nil }
    let cards = state.placedCards.compactMap { CardID(Array($0)) }
    return TouchedCards(cards, count: Int(clamping: state.placedCardCount))
  }

  /// What was ever held here.
  var held: [SeenSpan] { state.held.compactMap { SeenSpan($0) } }

  /// Whether a pack was ever read here.
  func knows(_ pack: ContentHash) -> Bool { state.packs.contains(Data(pack.bytes)) }

  /// Whether everything that is here is remembered.
  func remembers(_ history: History, _ packs: Set<ContentHash>) -> Bool {
    let held = Set(held)
    return history.seen.allSatisfy(held.contains)
      && packs.allSatisfy { knows($0) }
  }

  /// The packs that were read here before these.
  private func known(_ packs: Set<ContentHash>) -> [Data] {
    state.packs.filter { data in ContentHash(data).map { !packs.contains($0) } ?? false }
  }

  /// So many packs are remembered, the latest.
  private static let packLimit = 1_000

  /// Goes on as the device that was just worked with under its lock, and adds what is here.
  ///
  /// What it remembers of others' saves since the vault was read is left to it: they would look as if they had
  /// been here and gone.
  mutating func follow(
    _ device: borrowing DeviceState, holding history: History, _ packs: Set<ContentHash>
  ) {
    let (held, known) = (state.held, state.packs)
    self = device.memory
    (state.held, state.packs) = (held, known)
    hold(history, packs)
  }

  /// Adds what is here; what is missing stays remembered.
  mutating func hold(_ history: History, _ packs: Set<ContentHash>) {
    state.packs = (known(packs) + packs.map { Data($0.bytes) }).suffix(Self.packLimit)
    let here = Set(history.seen)
    let absent = held.filter { !here.contains($0) && !history.missing(of: [$0]).isEmpty }
    state.held = (history.seen + absent).map(\.message)
  }
}
