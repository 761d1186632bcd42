internal import Cards
internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SwiftProtobuf
internal import SystemPackage
internal import VaultFormat

/// What this machine remembers of one vault folder; `Format.md`, section 9.
struct DeviceMemory {
  static let fileName = "device"

  var state = Cardvault_Vault_DeviceState()
  /// Whether there was something to remember that cannot be read any more.
  private(set) var isDamaged = false

  /// Whether it was written under a key that is not held: the vault went back in time, or that key is gone.
  private(set) var isOfAbsentKey = false

  /// Knows nothing.
  init() {}

  /// Reads what is in the folder of this machine and vault folder.
  init(in folder: borrowing Folder, keys: VaultKeys) throws(VaultError) {
    guard folder.holds(Self.fileName) else { return }
    let file = try folder.read(Self.fileName, limit: VaultLayout.fileByteLimit)
    guard let header = EnvelopeHeader(claimedBy: file.span), header.kind == .deviceState else {
      isDamaged = true
      return
    }
    guard let key = keys[header.keyID] else {
      isOfAbsentKey = true
      return
    }
    guard let payload = try? key.open(file.span, as: .deviceState),
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
    return Set(names.compactMap { lastKey(in: directory.appending($0)) })
  }

  /// The key under which the memory in a folder is sealed: the one that was last saved under, without proof.
  static func lastKey(in path: FilePath) -> KeyID? {
    let start = try? Folder(path).start(of: fileName, byteCount: EnvelopeHeader.byteCount)
    return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }?.keyID
  }

  /// When the memory in a folder was last written, in nanoseconds; `nil` where there is none.
  static func lastUse(in path: FilePath) -> Int64? {
    var status = stat()
    guard unsafe lstat(path.appending(fileName).string, &status) == 0 else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// The folder of this machine and vault folder; its name is a keyed hash of the vault folder's path, under a key
  /// that is derived from the vault's first one.
  static func folder(at locations: VaultLocations, first: EpochKeys) throws(VaultError) -> FilePath
  {
    let resolved = resolvedPath(locations.vault)
    do throws(SealingError) {
      let name = try first.root.deviceFolderKey().hash(of: Array(resolved.utf8))
      return locations.stateDirectory.appending(name.hexadecimal)
    } catch {
      throw .noGuardedMemory
    }
  }

  /// A path without links, as far as it is there.
  static func resolvedPath(_ path: FilePath) -> String {
    let resolved = unsafe realpath(path.string, nil)
    defer { unsafe free(resolved) }
    return unsafe resolved.map { unsafe String(cString: $0) } ?? path.string
  }

  /// Remembers what this machine held of the same vault in a folder where it is no longer: it was moved.
  mutating func takeOver(from directory: FilePath, keys: VaultKeys) {
    for name in ((try? Folder(directory).names()) ?? []).sorted() {
      guard let folder = try? Folder(directory.appending(name)),
        let other = try? DeviceMemory(in: folder, keys: keys).state, !other.folder.isEmpty,
        !Self.isVault(of: keys, at: FilePath(other.folder))
      else { continue }
      state.held += other.held.filter { !state.held.contains($0) }
      state.packs = Self.latest(state.packs, other.packs, Self.packLimit)
      state.files = Self.latest(state.files, other.files, Self.fileLimit)
    }
  }

  /// Whether a folder has a header that these keys prove.
  private static func isVault(of keys: VaultKeys, at path: FilePath) -> Bool {
    (try? HeaderFiles(in: path))?.all.contains { $0.bytes(provedBy: keys) != nil } ?? false
  }

  private static func latest(_ known: [Data], _ new: [Data], _ limit: Int) -> [Data] {
    let fresh = Set(new)
    return (known.filter { !fresh.contains($0) } + new).suffix(limit)
  }

  /// Reads without a lock, as far as there is anything that can be read.
  static func read(at locations: VaultLocations, keys: VaultKeys) throws(VaultError) -> DeviceMemory
  {
    let path = try folder(at: locations, first: keys.first)
    var memory = DeviceMemory()
    do throws(VaultError) {
      let folder = try Folder(path)
      memory = try DeviceMemory(in: folder, keys: keys)
      if folder.holds(fileName) { return memory }
    } catch {
      memory.isDamaged = !error.isMissing
    }
    memory.takeOver(from: locations.stateDirectory, keys: keys)
    return memory
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

  /// The hashes of all files that were ever proved here, as far as they are remembered.
  var recorded: Set<ContentHash> {
    let own = [state.placedHash, state.reservedHash].compactMap { ContentHash($0) }
    let files = (state.packs + state.files).compactMap { ContentHash($0) }
    return Set(files + own + held.map(\.lastHash))
  }

  /// Whether everything that is here is remembered.
  func remembers(_ history: History, _ files: ProvedFiles) -> Bool {
    let (held, packs, others) = (Set(held), Set(state.packs), Set(state.files))
    return history.seen.allSatisfy(held.contains)
      && files.packs.allSatisfy { packs.contains(Data($0.bytes)) }
      && files.others.allSatisfy { others.contains(Data($0.bytes)) }
  }

  /// So many packs are remembered, the latest.
  private static let packLimit = 1_000
  /// So many headers, notices, photos and other files.
  private static let fileLimit = 10_000

  /// Goes on as the device that was just worked with under its lock, and adds what is here.
  ///
  /// What it remembers of others' saves since the vault was read is left to it: they would look as if they had
  /// been here and gone.
  mutating func follow(
    _ device: borrowing DeviceState, holding history: History, _ files: ProvedFiles
  ) {
    let (held, packs, others) = (state.held, state.packs, state.files)
    self = device.memory
    (state.held, state.packs, state.files) = (held, packs, others)
    hold(history, files)
  }

  /// Adds what is here; what is missing stays remembered.
  mutating func hold(_ history: History, _ files: ProvedFiles) {
    let data = { (hashes: Set<ContentHash>) in hashes.sorted().map { Data($0.bytes) } }
    state.packs = Self.latest(state.packs, data(files.packs), Self.packLimit)
    state.files = Self.latest(state.files, data(files.others), Self.fileLimit)
    let here = Set(history.seen)
    let absent = held.filter { !here.contains($0) && !history.missing(of: [$0]).isEmpty }
    state.held = (history.seen + absent).map(\.message)
  }
}

/// The files of a vault that are proved and are no segments, by their hashes.
struct ProvedFiles {
  /// Packs.
  var packs: Set<ContentHash> = []
  /// Headers, notices, photos and files of kinds that only newer programs know.
  var others: Set<ContentHash> = []
}
