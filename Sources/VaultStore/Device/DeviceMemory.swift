internal import Cards
internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SwiftProtobuf
internal import SystemPackage
package import VaultFormat

/// What this machine remembers about one vault folder: `Format.md`, section 9.
package struct DeviceMemory {
  static let fileName = "device"

  package var state = Cardvault_Vault_DeviceState()
  /// Whether there is a memory that is unreadable.
  private(set) var isDamaged = false

  /// The key that it is sealed under, if that is not available: the vault was rolled back, or the key is gone.
  private var absentKey: KeyID?

  /// Whether it is still sealed under the key that the current one replaces.
  private(set) var isOfFormerKey = false

  /// Whether it is sealed under a key that is not available.
  var isOfAbsentKey: Bool { absentKey != nil }

  /// Whether that key's file is nevertheless here.
  func hasAbsentKey(at locations: VaultLocations) -> Bool {
    absentKey.map(locations.allKeyIDs.contains) ?? false
  }

  /// Starts empty.
  init() {}

  /// Reads this machine's memory of one vault folder.
  init(
    in folder: borrowing Folder, keys: VaultKeys, _ locations: VaultLocations
  ) throws(VaultError) {
    guard folder.holds(Self.fileName) else { return }
    let file = try folder.read(Self.fileName, limit: VaultLayout.fileByteLimit)
    guard let header = EnvelopeHeader(claimedBy: file.span), header.kind == .deviceState else {
      isDamaged = true
      return
    }
    let key = [keys.current, keys.former].compactMap(\.self).first { $0.id == header.keyID }
    guard let key else {
      // Sealed under an earlier key whose file is gone, it is lost, and the vault has moved on.
      let isLost =
        keys.header.earlier.contains(header.keyID)
        && !locations.allKeyIDs.union(locations.retiredIDs).contains(header.keyID)
      isDamaged = isLost
      absentKey = isLost ? nil : header.keyID
      return
    }
    guard let payload = try? key.open(file.span, as: .deviceState),
      let state = try? Cardvault_Vault_DeviceState(serializedBytes: Array(payload))
    else {
      isDamaged = true
      return
    }
    self.state = state
    isOfFormerKey = key.id != keys.current.id
  }

  /// The ids of the keys under which this machine's memories claim to be sealed.
  static func keyIDs(in directory: FilePath) -> Set<KeyID> {
    let names = (try? Folder(directory).names()) ?? []
    return Set(names.compactMap { lastKey(in: directory.appending($0)) })
  }

  /// The key under which the memory in a folder claims to be sealed: the last one used for saving.
  static func lastKey(in path: FilePath) -> KeyID? {
    let start = try? Folder(path).start(of: fileName, byteCount: EnvelopeHeader.byteCount)
    return start.flatMap { EnvelopeHeader(claimedBy: $0.span) }?.keyID
  }

  /// When the memory in a folder was last written, in nanoseconds; `nil` if there is none.
  static func lastUse(in path: FilePath) -> Int64? {
    var status = stat()
    guard unsafe lstat(path.appending(fileName).string, &status) == 0 else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// The folder for this machine's memory of a vault folder; its name is a keyed hash of the vault folder's path.
  static func folder(at locations: VaultLocations, _ secrets: VaultHeader.Secrets) -> FilePath {
    let name = secrets.state.hash(of: Array(resolvedPath(locations.vault).utf8))
    return locations.stateDirectory.appending(name.hexadecimal)
  }

  /// The path with links resolved, if it exists.
  static func resolvedPath(_ path: FilePath) -> String {
    let resolved = unsafe realpath(path.string, nil)
    defer { unsafe free(resolved) }
    return unsafe resolved.map { unsafe String(cString: $0) } ?? path.string
  }

  /// Adopts the memories of folders that no longer contain this vault: it was moved.
  mutating func takeOver(at locations: VaultLocations, keys: VaultKeys) {
    let directory = locations.stateDirectory
    for name in ((try? Folder(directory).names()) ?? []).sorted() {
      guard let folder = try? Folder(directory.appending(name)),
        let other = try? DeviceMemory(in: folder, keys: keys, locations).state,
        !other.folder.isEmpty,
        !Self.isVault(of: keys, at: FilePath(other.folder))
      else { continue }
      state.held += other.held.filter { !state.held.contains($0) }
      state.packs = Self.latest(state.packs, other.packs, Self.packLimit)
      state.files = Self.latest(state.files, other.files, Self.fileLimit)
      if state.local.deviceName.isEmpty { state.local.deviceName = other.local.deviceName }
      if state.local.counts.isEmpty { state.local.counts = other.local.counts }
      if state.local.tables.isEmpty { state.local.tables = other.local.tables }
      for target in other.local.targets.map(KnownTarget.init)
      where !targets.contains(where: { $0.name == target.name && $0.synced > target.synced }) {
        state.local.note(target)
      }
    }
  }

  /// Whether a folder has a header that the current key proves.
  private static func isVault(of keys: VaultKeys, at path: FilePath) -> Bool {
    (try? HeaderFiles(in: path))?.all.contains { $0.bytes(provedBy: keys.current) != nil } ?? false
  }

  private static func latest(_ known: [Data], _ new: [Data], _ limit: Int) -> [Data] {
    let fresh = Set(new)
    return (known.filter { !fresh.contains($0) } + new).suffix(limit)
  }

  /// Reads as much as possible, without a lock.
  static func read(at locations: VaultLocations, keys: VaultKeys) throws(VaultError) -> DeviceMemory
  {
    let path = folder(at: locations, keys.header.secrets)
    var memory = DeviceMemory()
    do throws(VaultError) {
      let folder = try Folder(path)
      memory = try DeviceMemory(in: folder, keys: keys, locations)
      if folder.holds(fileName) { return memory }
    } catch {
      memory.isDamaged = !error.isMissing
    }
    memory.takeOver(at: locations, keys: keys)
    return memory
  }

  /// The name that a person gave this device, or else the host's.
  var name: String {
    state.local.deviceName.isEmpty ? DeviceName.ofHost : state.local.deviceName
  }

  /// The places with a copy of the vault, in the order in which they became known.
  var targets: [KnownTarget] { state.local.targets.map(KnownTarget.init) }

  /// The cards of this segment, if it is this device's last one.
  func placedCards(of identity: ContentHash) -> TouchedCards? {
    guard ContentHash(state.placedHash) == identity else { return nil }
    let cards = state.placedCards.compactMap { CardID(Array($0)) }
    return TouchedCards(cards, count: Int(clamping: state.placedCardCount))
  }

  /// All segments that were ever held here.
  var held: [SeenSpan] { state.held.compactMap { SeenSpan($0) } }

  /// Whether a pack was ever read here.
  func knows(_ pack: ContentHash) -> Bool { state.packs.contains(Data(pack.bytes)) }

  /// Remembered files that were ever proved here, other than segments and packs.
  var files: Set<ContentHash> { Set(state.files.compactMap { ContentHash($0) }) }

  /// Whether everything here is already remembered.
  func remembers(_ history: History, _ files: ProvedFiles) -> Bool {
    let (held, packs, others) = (Set(held), Set(state.packs), Set(state.files))
    return history.seen.allSatisfy(held.contains)
      && files.packs.allSatisfy { packs.contains(Data($0.bytes)) }
      && files.others.allSatisfy { others.contains(Data($0.bytes)) }
  }

  /// How many of the latest packs are remembered.
  private static let packLimit = 1_000
  /// How many headers, notices, photos and other files are remembered.
  private static let fileLimit = 10_000

  /// Adopts the state of the device that was used under its lock, and adds what is here.
  ///
  /// Others' segments that the device recorded after the vault was read are ignored, as they would seem to be
  /// missing.
  mutating func follow(
    _ device: borrowing DeviceState, holding history: History, _ files: ProvedFiles
  ) {
    let (held, packs, others) = (state.held, state.packs, state.files)
    self = device.memory
    (state.held, state.packs, state.files) = (held, packs, others)
    hold(history, files)
  }

  /// Adds what is here; missing segments and files stay remembered.
  mutating func hold(_ history: History, _ files: ProvedFiles) {
    let data = { (hashes: Set<ContentHash>) in hashes.sorted().map { Data($0.bytes) } }
    state.packs = Self.latest(state.packs, data(files.packs), Self.packLimit)
    state.files = Self.latest(state.files, data(files.others), Self.fileLimit)
    let here = Set(history.seen)
    let absent = held.filter { !here.contains($0) && !history.missing(of: [$0]).isEmpty }
    state.held = (history.seen + absent).map(\.message)
  }
}

/// A vault's proved files other than segments.
struct ProvedFiles {
  /// The hashes of packs.
  var packs: Set<ContentHash> = []
  /// The hashes of headers, notices and files of free kinds, and the identities of photos.
  var others: Set<ContentHash> = []
}
