internal import Cards
internal import Glibc
public import Sealing
public import SystemPackage

/// What opening a vault yields, before the actor takes it over.
struct OpenedVault {
  var locations: VaultLocations
  let keys: VaultKeys
  let keyFiles: KeyNames
  let notices: [SuccessorNotice]
  /// `nil` while it was not read.
  var contents: VaultContents?
  let memory: DeviceMemory

  /// Reads everything that is in a vault, or only whose it is.
  init(
    _ locations: VaultLocations, found: FoundKeys, names: KeyNames, folder: borrowing Folder,
    isRead: Bool = true
  ) throws(VaultError) {
    self.locations = locations
    self.locations.keyFile = found.keyFile
    let keys = found.keys
    self.keys = keys
    keyFiles = names
    notices = SuccessorNotice.all(in: folder) { keys[$0] }
    // Memory first: what another program saves meanwhile must not look as if it had been here and gone.
    let memory = try DeviceMemory.read(at: locations, keys: keys)
    self.memory = memory
    guard isRead else { return }
    contents = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultContents(of: folder, keys: keys, memory: memory)
    }
  }
}

extension Vault {
  /// Whether a vault, in any state, is at this folder.
  public static func exists(at folder: FilePath) -> Bool {
    guard let headers = try? HeaderFiles(in: folder) else { return false }
    return !headers.isEmpty
  }

  /// Opens a vault; waits for nobody.
  ///
  /// A rotation that was stopped after it counted is completed; else nothing is changed.
  ///
  /// - Parameters:
  ///   - locations: where everything is.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase; by default there is none.
  ///   - now: tells the time for changes.
  ///   - generator: unpredictable numbers for salts and ids.
  ///   - patience: how long a change waits for another process that is writing.
  /// - Returns: the vault, with all its cards in memory.
  /// - Throws: `VaultError.noVault`, `.keyFile`, `.wrongKey`, `.keyReplaced`, `.severalVaults`, `.rotatedBefore`,
  ///   `.damaged`, `.newerFormat`, `.permission`, `.noGuardedMemory`, `.io`, or what `unlock` throws.
  public static func open(
    at locations: VaultLocations, unlocking unlock: Unlocking = Vault.withoutPassphrase,
    now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    patience: Duration = .seconds(10)
  ) throws(VaultError) -> Vault {
    let folder = try openFolder(locations.vault)
    let headers = try headers(at: locations)
    let names = KeyNames(headers, in: folder)
    let found = try KeyFinding(locations: locations).keys(
      for: headers, noticesIn: [locations.vault], unlocking: unlock)
    return try opened(
      locations, found, names, in: folder, now: now, generator: generator, patience: patience)
  }

  /// Opens a vault with keys that were found.
  static func opened(
    _ locations: VaultLocations, _ found: sending FoundKeys, _ names: KeyNames,
    in folder: borrowing Folder, isRead: Bool = true, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, patience: Duration
  ) throws(VaultError) -> Vault {
    var found = found
    var salts = generator
    if locations.isStaged(found.keyFile) {
      found.keyFile = completeRotation(
        found.keys, found.keyFile, locations, in: folder, now(), using: &salts)
    }
    let opened = try OpenedVault(
      locations, found: found, names: names, folder: folder, isRead: isRead)
    return Vault(opened, now: now, generator: salts, patience: patience)
  }

  /// Reads the cards, unless that was done.
  func read() throws(VaultError) {
    if !isRead { try readAnew() }
  }

  /// Reads the cards, also where that was done.
  func readAnew() throws(VaultError) {
    contents = try contents(.whatIsNeeded)
    history = History(contents.takeSegments())
    showAll()
    isRead = true
  }

  /// What is in the vault's folder now.
  func contents(_ thoroughness: VaultContents.Thoroughness) throws(VaultError) -> VaultContents {
    let folder = try Self.openFolder(locations.vault)
    let (keys, memory) = (keys, memory)
    return try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultContents(of: folder, keys: keys, memory: memory, thoroughness)
    }
  }

  /// The files that claim to be headers of the vault; at least one may be usable.
  static func headers(at locations: VaultLocations) throws(VaultError) -> HeaderFiles {
    let path = locations.vault
    let headers: HeaderFiles
    do throws(SystemFailure) {
      headers = try HeaderFiles(in: path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { throw .noVault(path) }
      throw VaultError(error, path)
    }
    if headers.isEmpty {
      let folder = try openFolder(path)
      // Cards without the file that tells whose they are: something was lost on the way.
      let hasCards = StoredKind.allCases.compactMap(\.folder).contains { folder.holds($0) }
      throw hasCards ? .vaultFileMissing(path) : .noVault(path)
    }
    return headers
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
