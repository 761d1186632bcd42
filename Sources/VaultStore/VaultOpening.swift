internal import Cards
internal import Glibc
public import Sealing
internal import SwiftProtobuf
public import SystemPackage

/// What opening a vault yields, before the actor takes it over.
struct OpenedVault: ~Copyable {
  var locations: VaultLocations
  let root: RootKey
  let segmentKey: EnvelopeKey
  let cardIDKey: HashKey
  let history: History

  init(
    _ locations: VaultLocations, root: consuming RootKey, keyFile: FilePath,
    folder: borrowing Folder
  ) throws(VaultError) {
    let segmentKey = try VaultError.naming(keyFile: keyFile) { () throws(SealingError) in
      try root.envelopeKey(.segment)
    }
    let cardIDKey = try VaultError.naming(keyFile: keyFile) { () throws(SealingError) in
      try root.cardIDKey()
    }
    history = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try History(of: folder, key: segmentKey)
    }
    self.locations = locations
    self.locations.keyFile = keyFile
    self.segmentKey = segmentKey
    self.cardIDKey = cardIDKey
    self.root = root
  }
}

extension Vault {
  /// Whether a vault, in any state, is at this folder.
  public static func exists(at folder: FilePath) -> Bool {
    (try? Folder(folder))?.holds(VaultLayout.marker) ?? false
  }

  /// Opens a vault; takes no lock and writes nothing.
  ///
  /// - Parameters:
  ///   - locations: where everything lies.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase; by default there is none.
  ///   - now: tells the time for changes.
  ///   - generator: unpredictable numbers for salts and ids.
  ///   - patience: how long a change waits for another process that is writing.
  /// - Returns: the vault, with all its cards in memory.
  /// - Throws: `VaultError.noVault`, `.keyFile`, `.wrongKey`, `.damaged`, `.newerFormat`,
  ///   `.permission`, `.noGuardedMemory` or `.io`, or what `unlock` throws.
  public static func open(
    at locations: VaultLocations, unlocking unlock: Unlocking = Vault.withoutPassphrase,
    now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    patience: Duration = .seconds(10)
  ) throws(VaultError) -> Vault {
    let folder = try openFolder(locations.vault)
    guard folder.holds(VaultLayout.marker) else {
      // Cards without the file that says whose they are: something was lost on the way.
      throw folder.holds(VaultLayout.segments)
        ? .damaged([VaultLayout.marker]) : .noVault(locations.vault)
    }
    let marker = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try folder.read(VaultLayout.marker, limit: VaultLayout.fileByteLimit)
    }
    let markerName = FilePath(VaultLayout.marker)
    let id = try VaultError.naming(keyFile: markerName) { () throws(SealingError) in
      try EnvelopeHeader.keyID(of: marker.span)
    }
    let keyFile = locations.keyFile(of: id)
    let stored = try VaultError.naming(keyFile: keyFile) { () throws(SealingError) in
      try KeyFile.read(keyFile.string)
    }
    guard stored.keyID == id else { throw .wrongKey(id, keyFile) }
    let root = try Self.root(of: stored, unlocking: unlock)
    _ = try VaultError.naming(keyFile: markerName) { () throws(SealingError) in
      try root.envelopeKey(.vault).open(marker.span)
    }
    let opened = try OpenedVault(locations, root: root, keyFile: keyFile, folder: folder)
    return Vault(opened, now: now, generator: generator, patience: patience)
  }

  /// Makes a key and its vault.
  ///
  /// - Parameters:
  ///   - locations: where everything shall lie. The vault's folder is missing or empty, or holds hidden
  ///     files only; folders above it are made.
  ///   - passphrase: what shall open the key file; by default it holds the key as it is.
  ///   - cost: how much work each guess at the passphrase shall be.
  ///   - now: tells the time.
  ///   - generator: unpredictable numbers for salts and ids; the key itself comes from libsodium.
  ///   - patience: how long a change waits for another process that is writing.
  /// - Returns: the new vault, which is on the disk.
  /// - Throws: `VaultError.vaultExists`, `.folderNotEmpty`, `.keyFileInsideVault`, `.keyFile`,
  ///   `.readOnly`, `.noSpace`, `.permission`, `.noGuardedMemory` or `.io`. Then no key is left behind.
  public static func create(
    at locations: VaultLocations, passphrase: consuming sending Passphrase? = nil,
    cost: StretchingCost = .moderate, now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    patience: Duration = .seconds(10)
  ) throws(VaultError) -> Vault {
    let folder = try emptyFolder(locations.vault)
    let root = try VaultError.naming(keyFile: locations.vault) { () throws(SealingError) in
      try RootKey.generate()
    }
    let markerKey = try VaultError.naming(keyFile: locations.vault) { () throws(SealingError) in
      try root.envelopeKey(.vault)
    }
    let keyFile = locations.keyFile(of: root.keyID)
    let keyFolder = try VaultError.naming(keyFile) { () throws(SystemFailure) in
      try Folder(nearestTo: keyFile.removingLastComponent())
    }
    let isInside = try VaultError.naming(keyFile) { () throws(SystemFailure) in
      try keyFolder.lies(in: folder)
    }
    if isInside { throw .keyFileInsideVault(keyFile) }
    let stored = try VaultError.naming(keyFile: keyFile) { () throws(SealingError) in
      try StoredKey(root, passphrase: passphrase, cost: cost)
    }
    // Nothing may fail once the marker is in its place.
    let opened = try OpenedVault(locations, root: root, keyFile: keyFile, folder: folder)
    let description = Cardvault_Vault_VaultDescription.with { $0.created = now().milliseconds }
    let payload: [UInt8] = (try? description.serializedBytes()) ?? []
    var salts = generator
    let marker = markerKey.seal(payload, using: &salts)
    try write(stored, to: keyFile)
    do throws(SystemFailure) {
      // Two programs may make a vault at once: one wins.
      try WholeFile.write(
        marker.span, to: VaultLayout.marker, in: folder.descriptor, existing: .kept)
    } catch {
      let isTaken = error.code == EEXIST
      // A vault that is there after all needs its key.
      if isTaken || !folder.holds(VaultLayout.marker) { unsafe unlink(keyFile.string) }
      if isTaken { throw .vaultExists(locations.vault) }
      throw VaultError(error, locations.vault)
    }
    return Vault(opened, now: now, generator: salts, patience: patience)
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

  private static func emptyFolder(_ path: FilePath) throws(VaultError) -> Folder {
    try VaultError.naming(path) { () throws(SystemFailure) in try Folder.make(path) }
    let folder = try VaultError.naming(path) { () throws(SystemFailure) in try Folder(path) }
    let names = try VaultError.naming(path) { () throws(SystemFailure) in try folder.names() }
    if names.contains(VaultLayout.marker) { throw .vaultExists(path) }
    if !names.isEmpty { throw .folderNotEmpty(path) }
    return folder
  }

  private static func write(_ key: borrowing StoredKey, to keyFile: FilePath) throws(VaultError) {
    let folder = keyFile.removingLastComponent()
    try VaultError.naming(keyFile) { () throws(SystemFailure) in
      if !folder.isEmpty { try Folder.make(folder) }
    }
    try VaultError.naming(keyFile: keyFile) { () throws(SealingError) in
      try KeyFile.write(key, to: keyFile.string)
    }
  }
}
