internal import Cards
internal import Glibc
package import Sealing
internal import SystemPackage
package import VaultFormat

/// The steps of every change to a vault's folder: lock, check, seal, put in place, remember.
extension Vault {
  /// Throws if this program may only read the vault.
  package func checkWritable() throws(VaultError) {
    let newer = contents.findings.paths(.newer)
    if !newer.isEmpty { throw .newerFormat(newer) }
    if let currentSuccessor { throw .keyReplaced(currentSuccessor) }
    if memory.isOfAbsentKey || keys.isRetired {
      throw .olderThanRemembered(locations.vault, hasKey: hasRememberedKey)
    }
  }

  /// Throws if the key was replaced since the vault was opened.
  func checkUnchanged(_ folder: borrowing Folder) throws(VaultError) {
    let path = locations.vault
    let headers = try HeaderFiles(in: path)
    guard !arriving.isEmpty || headers.all.contains(where: { $0.header.keyID == keyID }) else {
      throw .vaultFileMissing(path)
    }
    // Another process may have stopped before it put the notice.
    let news = headers.all.filter { !keyFiles.headers.contains($0.file.name) }
    let hasNewHeader =
      !news.isEmpty
      && locations.staged(besides: [locations.keyFile].compactMap(\.self)).contains { place in
        guard let id = try? KeyFile.read(place.string).keyID else { return false }
        return news.contains { $0.header.keyID == id }
      }
    let names = KeyNames.notices(in: folder)
    let hasNewNotice =
      !names.isSubset(of: keyFiles.notices)
      && !Set(keys.notices(in: folder)).isSubset(of: notices)
    if hasNewHeader || hasNewNotice { throw .keyChangedMeanwhile(path) }
  }

  /// Seals a payload under the current key.
  func seal(_ payload: [UInt8], as kind: EnvelopeKind) throws(VaultError) -> [UInt8] {
    let file: [UInt8]
    do throws(SealingError) {
      file = try keys.current.seal(payload, as: kind, using: &generator)
    } catch {
      throw .noGuardedMemory
    }
    guard file.count <= VaultLayout.fileByteLimit else { throw .tooLarge(byteCount: file.count) }
    return file
  }

  /// Seals a payload under a key, puts it in place, and reads it back.
  @discardableResult
  func seal(
    _ payload: [UInt8], as kind: EnvelopeKind, under key: DerivedKeys, in folder: borrowing Folder
  ) throws(VaultError) -> ContentHash {
    snapshot.forgetIndex()
    return try Self.seal(payload, as: kind, under: key, in: folder, using: &generator)
  }

  /// The same, without an open vault.
  @discardableResult
  static func seal(
    _ payload: [UInt8], as kind: EnvelopeKind, under key: DerivedKeys, in folder: borrowing Folder,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) -> ContentHash {
    guard let stored = StoredKind(kind) else { throw .damaged([]) }
    let file = try VaultError.ofKeys { () throws(SealingError) in
      try key.seal(payload, as: kind, using: &generator)
    }
    guard file.count <= stored.byteLimit else { throw .tooLarge(byteCount: file.count) }
    let hash = ContentHash(of: file.span)
    let place = StoredFile(stored, hash)
    try put(file, at: place, in: folder)
    let written = try folder.read(place.path, limit: stored.byteLimit)
    guard (try? key.open(written.span, as: kind)) == payload[...] else {
      throw .damaged([place.path])
    }
    return hash
  }

  /// Puts a sealed file into its place in the vault; it is on the disk when this returns.
  @discardableResult
  package func put(
    _ file: [UInt8], _ hash: ContentHash, _ kind: StoredKind, in vault: borrowing Folder
  ) throws(VaultError) -> StoredFile {
    let place = StoredFile(kind, hash)
    snapshot.forgetIndex()
    try Self.put(file, at: place, in: vault)
    // The program that made the folder may have been interrupted before its name was on the disk.
    if kind.folder != nil, contents.loose.isEmpty && contents.packs.isEmpty {
      try vault.sync()
    }
    return place
  }

  /// The same, without an open vault.
  static func put(
    _ file: [UInt8], at place: StoredFile, in vault: borrowing Folder
  ) throws(VaultError) {
    // Git does not carry empty folders: each is made when first needed.
    if let name = place.folder { try vault.make(name) }
    try Folder(of: place, in: vault).write(file, to: place.name, existing: .kept)
  }

  /// Puts headers into a vault's folder under their proper names.
  ///
  /// - Returns: how many were missing, and their total size.
  package static func put(
    _ headers: [[UInt8]], in folder: borrowing Folder
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    var added = (count: 0, byteCount: 0)
    for bytes in headers {
      let place = StoredFile(.vault, ContentHash(of: bytes.span))
      if folder.holds(place.path) { continue }
      try put(bytes, at: place, in: folder)
      added = (added.count + 1, added.byteCount + bytes.count)
    }
    return added
  }

  /// This machine's state for this vault folder, under its lock.
  func lockDevice(timeout: Duration) throws(VaultError) -> DeviceState {
    try DeviceState(at: locations, keys: keys, timeout: timeout)
  }

  /// Remembers what is here, so that it is noticed if it disappears; does as much as the machine allows,
  /// without waiting for other processes.
  public func remember() {
    guard !memory.isOfAbsentKey,
      !memory.remembers(history, contents.proved) || !memory.remembers(damagedFiles)
    else { return }
    guard var device = try? lockDevice(timeout: .zero) else { return }
    remember(as: &device)
  }

  /// The same with the device's lock held.
  package func remember(as device: inout DeviceState) {
    device.note(damagedFiles)
    try? device.hold(history, contents.proved, using: &generator)
    memory.follow(device, holding: history, contents.proved)
  }

  /// How long a file must be unchanged to be remembered as damaged: FAT's times have steps of 2 s (Microsoft, FAT
  /// specification 1.03), in which another program may go on writing it.
  private static let settlingMilliseconds: Int64 = 10_000

  /// The long files to remember as damaged.
  private var damagedFiles: [StoredFile: Folder.FileState] {
    if snapshot.damaged.isEmpty { return [:] }
    let latest = now().milliseconds - Self.settlingMilliseconds
    return snapshot.damaged.filter { file, state in
      // What is gone may come back as something else.
      (!isRead || contents.names.contains(file)) && state.changed / 1_000_000 <= latest
    }
  }
}
