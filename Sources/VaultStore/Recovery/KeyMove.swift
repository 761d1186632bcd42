internal import Cards
internal import Sealing
internal import VaultFormat

// Moves this device from a key to its successor: `Format.md`, section 8.

extension Vault {
  /// Moves, if this device has not yet, and reads the cards anew.
  func move(in folder: borrowing Folder) throws(VaultError) {
    movedCount = try Self.move(
      keys, locations, in: folder, now: now(), using: &generator, timeout: timeout)
    memory = try DeviceMemory.read(at: locations, keys: keys)
    snapshot.forgetIndex()
    snapshot.forgetPacks()
    if isRead { try readAnew() }
  }

  /// Moves, if this device has not yet: seals its own saves under the new key, remembers under that, retires the
  /// old key, and removes files under it that the new key's files replace.
  ///
  /// It may be interrupted anywhere and repeated.
  ///
  /// - Returns: how many of its saves were sealed anew; `nil` if it had not saved under the former key.
  /// - Throws: `VaultError.inUse`, or the system's error.
  @discardableResult
  static func move(
    _ keys: VaultKeys, _ locations: VaultLocations, in folder: borrowing Folder, now: Timestamp,
    using generator: inout some RandomNumberGenerator, timeout: Duration
  ) throws(VaultError) -> Int? {
    guard let former = keys.former else { return nil }
    var device = try DeviceState(at: locations, keys: keys, timeout: timeout)
    let isMoving = device.memory.isOfFormerKey
    // Another process went on to a later key.
    if device.memory.isOfAbsentKey, !keys.isNew { throw .keyChangedMeanwhile(locations.vault) }
    var old = try JudgedFolder(of: folder, through: OpenedFolder(under: former), .everything)
    var new = try JudgedFolder(of: folder, through: OpenedFolder(under: keys.current), .everything)
    let (oldSegments, newSegments) = (old.takeSegments(), new.takeSegments())
    let all = newSegments + oldSegments.filter { !new.known.contains($0.identity) }
    let state = device.memory.state
    var last = [state.placedHash, state.reservedHash].map { ContentHash($0) }
    device.recover(vault: folder, history: History(all), using: &generator)
    last.append(ContentHash(device.memory.state.placedHash))

    let byIdentity = Dictionary(all.map { ($0.identity, $0) }, uniquingKeysWith: { one, _ in one })
    var line: [ContentHash: Segment] = [:]
    for start in last {
      var next = start
      while let identity = next, line[identity] == nil, let segment = byIdentity[identity] {
        line[identity] = segment
        next = segment.previous?.identity
      }
    }
    let own = line.filter { !new.known.contains($0.key) }
    // A photo proves itself, so all that the segments under the new key refer to are sealed anew.
    let photos = Set((newSegments + own.values).flatMap(\.photos)).subtracting(new.payloads.keys)
      .intersection(old.payloads.keys)
    try sealAnew(
      old, segments: Set(own.keys), photos: photos, from: former, to: keys.current,
      by: device.device, at: now, in: folder, source: folder, using: &generator)
    new.proved.others.formUnion(photos)
    try putMissingNotices(of: keys.header, in: folder)
    let known = new.known.union(own.keys)
    let payloads = Set(new.payloads.keys).union(photos)
    try remove(
      old.held.filter { $0.holdings.areAll(in: known, payloads) }.map(\.file), in: folder)
    // Until the state is under the new key, the next command does all of it again.
    try device.change(
      to: keys.current, holding: History(newSegments + own.values), new.proved, using: &generator)
    locations.retire(former.id)
    keys.former = nil
    return isMoving ? own.count : nil
  }

  /// Seals segments and photos of one key under another, byte for byte.
  static func sealAnew(
    _ old: JudgedFolder, segments: Set<ContentHash>, photos: Set<ContentHash>,
    from former: DerivedKeys, to key: DerivedKeys, by device: UInt64, at now: Timestamp,
    in folder: borrowing Folder, source: borrowing Folder,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    let stored = old.payloads.filter { photos.contains($0.key) && $0.value.kind == .photo }
    for (identity, photo) in stored {
      let bytes = try payload(identity, photo, in: source, under: former)
      try seal(bytes, as: .photo, under: key, in: folder, using: &generator)
    }
    for part in old.held.parts(naming: stored.values.map(\.file), where: segments.contains) {
      try seal(part, under: key, by: device, at: now, in: folder, using: &generator)
    }
  }

  /// Seals a pack, or a segment that is too large for one.
  static func seal(
    _ part: PackPart, under key: DerivedKeys, by device: UInt64, at now: Timestamp,
    in folder: borrowing Folder, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    if let large = part.largeEntry {
      try seal(Array(large.payload), as: .segment, under: key, in: folder, using: &generator)
      return
    }
    let pack = Pack(
      device: device, created: now, entries: part.entries, replaces: part.replaces.sorted())
    try seal(pack.payload, as: .pack, under: key, in: folder, using: &generator)
  }

  /// Removes files durably.
  static func remove(
    _ files: [StoredFile], in folder: borrowing Folder
  ) throws(VaultError) {
    for name in Set(files.filter { folder.remove($0) }.map(\.folder)) {
      if let inner = try Folder(name ?? ".", in: folder) { try inner.sync() }
    }
  }
}

// Files that are still under retired keys without a passphrase.

extension Vault {
  /// The segments and packs under retired keys, and their segments.
  func retiredFiles() -> [(file: StoredFile, entries: [Pack.Entry])] {
    let files = contents.findings.files(.retired)
    guard !files.isEmpty, let folder = try? Self.openFolder(locations.vault) else { return [] }
    let search = KeySearch(locations: locations)
    var found: [(file: StoredFile, entries: [Pack.Entry])] = []
    for located in search.locate(keys.retired) where !located.isWrapped {
      guard let key = try? search.open(located, keyProvider: withoutPassphrase) else { continue }
      for file in files {
        guard let entries = OpenedFile(file, in: folder, key)?.entries else { continue }
        found.append((file, entries))
      }
    }
    return found
  }

  /// Removes segments and packs under retired keys whose contents are all under the vault's key.
  func clearRetired(in folder: borrowing Folder) {
    guard isCompactable else { return }
    let due = { (known: Set<ContentHash>, files: [(file: StoredFile, entries: [Pack.Entry])]) in
      files.filter { $0.entries.allSatisfy { known.contains($0.identity) } }
    }
    // What was read may be gone by now: before anything is removed, its contents must be here under the vault's key.
    let claimed = due(contents.known, retiredFiles())
    guard !claimed.isEmpty, let known = (try? judgedAnew())?.known else { return }
    let files = due(known, claimed).map(\.file)
    guard (try? Self.remove(files, in: folder)) != nil else { return }
    contents.forget(Set(files))
  }
}
