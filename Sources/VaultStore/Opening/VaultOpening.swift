internal import Cards
internal import Glibc
public import Sealing
public import SystemPackage

/// What opening a vault yields, before the actor takes it over.
struct OpenedVault {
  var locations: VaultLocations
  let keys: VaultKeys
  let change: KeyChange?
  var markerNames: Set<String>
  let strangers: Set<String>
  /// `nil` while it was not read.
  var contents: VaultContents?
  let memory: DeviceMemory

  /// Reads everything that lies in a vault, or only whose it is.
  init(
    _ locations: VaultLocations, found: FoundKeys, markers: Markers, folder: borrowing Folder,
    isRead: Bool = true
  ) throws(VaultError) {
    self.locations = locations
    self.locations.keyFile = found.keyFile
    keys = found.keys
    change = found.change
    markerNames = markers.names
    strangers = found.strangers
    // Memory first: what another program saves meanwhile must not look as if it had been here and gone.
    memory = try DeviceMemory.read(at: locations, keys: found.keys)
    guard isRead else { return }
    contents = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultContents(of: folder, keys: found.keys)
    }
  }
}

extension Vault {
  /// Whether a vault, in any state, is at this folder.
  public static func exists(at folder: FilePath) -> Bool {
    guard let folder = try? Folder(folder), let markers = try? Markers(in: folder) else {
      return false
    }
    return !markers.isEmpty
  }

  /// Opens a vault; waits for nobody, and changes nothing in it.
  ///
  /// - Parameters:
  ///   - locations: where everything lies.
  ///   - unlocksAll: where the key was changed on two devices at once, whether `unlock` must give all keys that
  ///     are here, which `rotate` unites; else what it does without is named.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase; by default there is none.
  ///   - now: tells the time for changes.
  ///   - generator: unpredictable numbers for salts and ids.
  ///   - patience: how long a change waits for another process that is writing.
  /// - Returns: the vault, with all its cards in memory.
  /// - Throws: `VaultError.noVault`, `.keyFile`, `.wrongKey`, `.damaged`, `.oldFormat`,
  ///   `.newerFormat`, `.permission`, `.noGuardedMemory`, `.io`, or what `unlock` throws.
  public static func open(
    at locations: VaultLocations, unlocksAll: Bool = false,
    unlocking unlock: Unlocking = Vault.withoutPassphrase, now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    patience: Duration = .seconds(10)
  ) throws(VaultError) -> Vault {
    let folder = try openFolder(locations.vault)
    let markers = try markers(in: folder, at: locations)
    let found = try KeyFinding(locations: locations).keys(
      for: markers, unlocksAll: unlocksAll, unlocking: unlock)
    let opened = try OpenedVault(locations, found: found, markers: markers, folder: folder)
    return Vault(opened, now: now, generator: generator, patience: patience)
  }

  /// Opens a vault without reading its cards, which `read` does; a key that was refused is passed over.
  static func unread(
    at locations: VaultLocations, besides refused: Set<KeyID>, sealed: [KeyID: Int]?,
    unlocking unlock: Unlocking, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, patience: Duration
  ) throws(VaultError) -> Vault {
    let folder = try openFolder(locations.vault)
    let markers = try markers(in: folder, at: locations)
    let found = try KeyFinding(locations: locations).keys(
      for: markers, besides: refused, sealed: sealed, unlocking: unlock)
    let opened = try OpenedVault(
      locations, found: found, markers: markers, folder: folder, isRead: false)
    return Vault(opened, now: now, generator: generator, patience: patience)
  }

  /// Reads the cards, unless that was done.
  func read() throws(VaultError) {
    if !isRead { try readAnew() }
  }

  /// Reads the cards, also where other files told what they are when that was done.
  func readAnew() throws(VaultError) {
    let folder = try Self.openFolder(locations.vault)
    let keys = keys
    contents = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultContents(of: folder, keys: keys)
    }
    history = History(contents.takeSegments())
    showAll()
    isRead = true
  }

  /// The files that make the folder a vault; at least one may be usable.
  static func markers(
    in folder: borrowing Folder, at locations: VaultLocations
  ) throws(VaultError) -> Markers {
    let path = locations.vault
    let markers = try VaultError.naming(path) { () throws(SystemFailure) in
      try Markers(in: folder)
    }
    if markers.all.isEmpty {
      let altered = (markers.old + markers.newer).filter {
        KeyFinding(locations: locations).knowsAsAltered($0)
      }
      if !altered.isEmpty { throw .damaged(altered.map(\.file.name)) }
      if !markers.old.isEmpty { throw .oldFormat(path) }
      if !markers.newer.isEmpty { throw .newerFormat(markers.newer.map(\.file.name)) }
      // Cards without the file that says whose they are: something was lost on the way.
      let hasCards = StoredKind.allCases.compactMap(\.folder).contains { folder.holds($0) }
      if !markers.damaged.isEmpty { throw .damaged(markers.damaged) }
      if hasCards { throw .vaultFileMissing(path) }
      throw .noVault(path)
    }
    return markers
  }

  /// The system's clock.
  public static let wallClock: Clock = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  static func openFolder(_ path: FilePath) throws(VaultError) -> Folder {
    do throws(SystemFailure) {
      return try Folder(path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { throw .noVault(path) }
      throw VaultError(error, path)
    }
  }
}
