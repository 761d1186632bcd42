internal import Cards
internal import Glibc
package import Sealing
internal import SystemPackage
package import VaultFormat

/// The right to write until this value is destroyed: the vault's folder, and this machine's state under its lock.
package struct WriteAccess: ~Copyable {
  package let folder: Folder
  package var device: DeviceState
}

// The steps of every change to a vault's folder: lock, check, seal, put in place, remember.

extension Vault {
  /// Refuses if this program may only read the vault.
  package func checkAcceptsChanges() throws(VaultError) {
    let newer = contents.findings.paths(.newer)
    if !newer.isEmpty { throw .newerFormat(newer) }
    if let currentSuccessor { throw .keyReplaced(currentSuccessor) }
    if memory.isOfAbsentKey || keys.isRetired {
      throw .olderThanRemembered(locations.vault, hasKey: hasRememberedKey)
    }
  }

  /// Refuses if the key was replaced since the vault was opened.
  func checkUnchanged(_ folder: borrowing Folder) throws(VaultError) {
    let path = locations.vault
    let headers = try HeaderFiles(in: path)
    guard !arriving.isEmpty || headers.all.contains(where: { $0.header.keyID == keyID }) else {
      throw .vaultFileMissing(path)
    }
    // Another process may have been interrupted before it wrote the notice.
    let news = headers.all.filter { !keyFiles.headers.contains($0.file.name) }
    let hasNewHeader =
      !news.isEmpty
      && locations.staged(beside: [locations.keyFile].compactMap(\.self)).contains { path in
        guard let id = try? KeyFile.read(path.string).keyID else { return false }
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
    let target = StoredFile(stored, hash)
    try put(file, at: target, in: folder)
    let written = try folder.read(target.path, limit: stored.byteLimit)
    guard (try? key.open(written.span, as: kind)) == payload[...] else {
      throw .damaged([target.path])
    }
    return hash
  }

  /// Puts a sealed file into the vault's folder; it is on the disk when this returns.
  @discardableResult
  package func put(
    _ file: [UInt8], _ hash: ContentHash, _ kind: StoredKind, in vault: borrowing Folder
  ) throws(VaultError) -> StoredFile {
    let target = StoredFile(kind, hash)
    snapshot.forgetIndex()
    try Self.put(file, at: target, in: vault)
    // The program that made the folder may have been interrupted before its name was on the disk.
    if kind.folder != nil, contents.loose.isEmpty && contents.packs.isEmpty {
      try vault.sync()
    }
    return target
  }

  /// The same, without an open vault.
  static func put(
    _ file: [UInt8], at target: StoredFile, in vault: borrowing Folder
  ) throws(VaultError) {
    // Made when first needed, as git does not carry empty folders.
    if let name = target.folder { try vault.make(name) }
    try Folder(of: target, in: vault).write(file, to: target.name, existing: .kept)
  }

  /// Puts headers into a vault's folder under their proper names.
  ///
  /// - Returns: how many were missing, and their total size in bytes.
  package static func put(
    _ headers: [[UInt8]], in folder: borrowing Folder
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    var added = (count: 0, byteCount: 0)
    for bytes in headers {
      let target = StoredFile(.vault, ContentHash(of: bytes.span))
      if folder.holds(target.path) { continue }
      try put(bytes, at: target, in: folder)
      added = (added.count + 1, added.byteCount + bytes.count)
    }
    return added
  }

  /// This machine's state for this vault folder, under its lock.
  func lockDevice(timeout: Duration) throws(VaultError) -> DeviceState {
    try DeviceState(at: locations, keys: keys, timeout: timeout)
  }

  /// Remembers what is here, so that its loss is noticed; does as much as the system allows, without waiting for
  /// other processes.
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

  /// How long a file must be unchanged to be remembered as damaged: another program may go on writing it within one
  /// step of FAT's times, 2 s (Microsoft, FAT specification 1.03).
  private static let settlingMilliseconds: Int64 = 10_000

  /// The long files to remember as damaged.
  private var damagedFiles: [StoredFile: Folder.FileState] {
    if snapshot.damaged.isEmpty { return [:] }
    let latest = now().milliseconds - Self.settlingMilliseconds
    return snapshot.damaged.filter { file, state in
      // A file that is gone may come back as another one.
      (!isRead || contents.names.contains(file)) && state.changed / 1_000_000 <= latest
    }
  }

  /// Puts a header's missing notices into the folder.
  static func putMissingNotices(
    of header: VaultHeader, in folder: borrowing Folder
  ) throws(VaultError) {
    for file in header.notices {
      let target = StoredFile(.notice, ContentHash(of: file.span))
      if !folder.holds(target.path) { try put(file, at: target, in: folder) }
    }
  }

  /// A notice, sealed under a replaced key, that names its successor.
  static func sealedNotice(
    naming key: DerivedKeys, under old: DerivedKeys, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) -> [UInt8] {
    try VaultError.ofKeys { () throws(SealingError) in
      try old.seal(SuccessorNotice(naming: key, at: now).payload, as: .notice, using: &generator)
    }
  }
}
