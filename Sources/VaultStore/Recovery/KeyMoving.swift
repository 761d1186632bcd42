internal import Cards
internal import Sealing
internal import VaultFormat

/// Moves this device from a key to the one that replaces it: `Format.md`, section 8.
extension Vault {
  /// Moves, if this device has not yet; the cards are read anew.
  func move(in folder: borrowing Folder) throws(VaultError) {
    movedCount = try Self.move(
      keys, locations, in: folder, now: now(), using: &generator, timeout: timeout)
    memory = try DeviceMemory.read(at: locations, keys: keys)
    snapshot.forgetIndex()
    snapshot.forgetPacks()
    if isRead { try readAnew() }
  }

  /// Moves, if this device has not yet: brings its own saves along, remembers under the new key, retires the old one, and
  /// removes the files under it that the new key makes up for.
  ///
  /// It may be stopped anywhere and repeated.
  ///
  /// - Returns: how many of its saves came along; `nil` if it had not saved under the former key.
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
    // A photo proves itself: whatever segments that count refer to comes along.
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

  /// Seals some of what a key proves under another one, byte for byte.
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
    for part in old.held.parts(besides: stored.values.map(\.file), where: segments.contains) {
      try seal(part, under: key, by: device, at: now, in: folder, using: &generator)
    }
  }

  /// Seals one pack, or a segment that is too large for one.
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

  /// Removes files durably, even if the power fails.
  static func remove(
    _ files: [StoredFile], in folder: borrowing Folder
  ) throws(VaultError) {
    for name in Set(files.filter { folder.remove($0) }.map(\.folder)) {
      if let inner = try Folder(name ?? ".", in: folder) { try inner.sync() }
    }
  }
}
