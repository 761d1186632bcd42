public import Cards
internal import Glibc
public import Sealing
public import SystemPackage
public import VaultFormat

/// What is known of a vault's new key.
public struct RotatedKey: Sendable, Hashable {
  /// Its public name.
  public let keyID: KeyID
  /// Its number, one more than the greatest of those that it replaced.
  public let epoch: UInt32
  /// Six groups of five digits that two people compare aloud.
  public let fingerprint: String
  /// Its file.
  public let keyFile: FilePath
}

/// A new key for a vault, in an order that survives a stop anywhere: `Format.md`, section 8.
extension Vault {
  /// A pack of a rotation has so many bytes before the next one is begun.
  static let packByteCount = 16 << 20

  /// Changes the vault's key; this value goes on with the old one and can change nothing any more.
  ///
  /// Nothing that is in the folder makes it refuse: it is also the way out where the key was replaced by one that is
  /// lost.
  ///
  /// - Parameters:
  ///   - passphrase: what opens the new key file; by default it holds the key as it is.
  ///   - cost: how much work each guess at the passphrase is.
  ///   - takenIn: the claimed saves that a person took in; others stay where they are.
  ///   - cards: the removed cards whose history the new key does not get, as far as that is right; `nil` for all.
  /// - Returns: the new key's names, and its file.
  /// - Throws: `VaultError.keyFile`, `.tooManyKeys`, `.readOnly`, `.noSpace`, `.permission`, `.inUse`,
  ///   `.keyChangedMeanwhile`, `.noGuardedMemory` or `.io`. Then the old key counts, or the new one.
  public func rotate(
    passphrase: consuming sending Passphrase? = nil, cost: KeyDerivationCost = .moderate,
    takingIn takenIn: Set<ContentHash> = [], purging cards: Set<CardID>? = nil
  ) throws(VaultError) -> RotatedKey {
    var access = try writeAccess()
    guard let keyFile = locations.keyFile else { throw .noVault(locations.vault) }
    let header = keys.nextHeader
    guard header.carried.count <= VaultHeader.carriedLimit else {
      throw .tooManyKeys(VaultHeader.carriedLimit)
    }
    let staged = locations.staged(keyFile)
    let next = EpochKeys(try nextRoot(at: staged, passphrase, cost, in: access.folder))
    var files = contents.proved
    do throws(VaultError) {
      let material = try material(includesFinished: false)
      let entries = material.sealed(
        besides: material.claimed.subtracting(takenIn),
        purging: material.purgeable.intersection(cards ?? material.purgeable))
      files.packs.formUnion(
        try seal(
          entries, material.payloads, under: next, by: access.device.device, in: access.folder))
      let file = try Self.seal(header, under: next, using: &generator)
      let hash = ContentHash(of: file.span)
      try put(file, hash, .vault, in: access.folder)
      files.others.insert(hash)
    } catch {
      // Nothing tells of the new key yet, and nobody else has it.
      try? discardStagedKey(at: staged, in: access.folder, isNew: true)
      throw error
    }
    // Under the key before it would do as well.
    try? access.device.change(to: next, holding: history, files, using: &generator)
    for key in header.carried.map(\.keys) {
      try? Self.putNotice(
        naming: next, carrying: header, under: key, at: now(), in: access.folder, using: &generator)
    }
    let place = try locations.adopt(staged, as: next.id)
    return RotatedKey(
      keyID: next.id, epoch: next.root.epoch, fingerprint: next.root.fingerprint, keyFile: place)
  }

  /// Gives a staged key its place, which completes a rotation that was stopped after its header was there: notices, and
  /// the key file's name.
  ///
  /// - Returns: where the key's file is now; where the system forbids that, as it was.
  static func adoptStagedKey(
    _ keys: VaultKeys, _ staged: FilePath, _ locations: VaultLocations,
    in folder: borrowing Folder, _ now: Timestamp, using generator: inout some RandomNumberGenerator
  ) -> FilePath {
    try? putMissingNotices(keys, in: folder, now, using: &generator)
    return (try? locations.adopt(staged, as: keys.current.id)) ?? staged
  }

  /// Tells holders of each replaced key of the current one, where nothing there does.
  static func putMissingNotices(
    _ keys: VaultKeys, in folder: borrowing Folder, _ now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    guard !keys.carried.isEmpty, !keys.hasSiblings else { return }
    let known = SuccessorNotice.all(in: folder) { keys[$0] }
    for key in keys.carried
    where !known.contains(where: { $0.under == key.id && $0.key == keys.current.id }) {
      try putNotice(
        naming: keys.current, carrying: keys.finishedHeader, under: key, at: now, in: folder,
        using: &generator)
    }
  }

  private static func putNotice(
    naming key: EpochKeys, carrying header: VaultHeader, under old: EpochKeys, at now: Timestamp,
    in folder: borrowing Folder, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    let notice = SuccessorNotice(
      naming: key, carrying: Set(header.carried.map(\.keys.id)), at: now, under: old.id)
    let file = try VaultError.ofKeys { () throws(SealingError) in
      try old.seal(notice.payload, as: .notice, using: &generator)
    }
    let place = StoredFile(.notice, ContentHash(of: file.span))
    try put(file, at: place, in: folder)
  }

  /// Seals segments and other payloads under a key, and reads them back.
  ///
  /// - Returns: the packs that were written.
  func seal(
    _ entries: [Pack.Entry], _ payloads: [ContentHash: VaultMaterial.StoredPayload],
    under key: EpochKeys, by device: UInt64, in folder: borrowing Folder
  ) throws(VaultError) -> Set<ContentHash> {
    var packs: Set<ContentHash> = []
    for part in entries.parts {
      let pack = Pack(device: device, created: now(), entries: part, replaces: [])
      packs.insert(try seal(pack.payload, as: .pack, under: key, in: folder))
    }
    for identity in payloads.keys.sorted() {
      guard let stored = payloads[identity] else { continue }
      try seal(
        try payload(identity, stored, in: folder), as: stored.kind, under: key, in: folder)
    }
    return packs
  }

  /// A photo with its identity, or what a file of a free kind holds, as it was found a moment ago.
  func payload(
    _ identity: ContentHash, _ stored: VaultMaterial.StoredPayload, in folder: borrowing Folder
  ) throws(VaultError) -> [UInt8] {
    guard let opened = OpenedFile(stored.file, in: folder, keys),
      case .payload(let kind, _, let payload) = opened.content
    else { throw .damaged([stored.file.path]) }
    var bytes = Array(payload)
    if kind == .photo {
      guard let (found, photo) = Cardvault_Vault_Photo.identified(payload, opened.hash),
        found == identity
      else { throw .damaged([stored.file.path]) }
      bytes = photo.bytes
    }
    guard bytes.count == stored.byteCount else { throw .damaged([stored.file.path]) }
    return bytes
  }

  /// Seals a payload under a key, gives it its place, and reads it back.
  @discardableResult
  func seal(
    _ payload: [UInt8], as kind: EnvelopeKind, under key: EpochKeys, in folder: borrowing Folder
  ) throws(VaultError) -> ContentHash {
    guard let stored = StoredKind(kind) else { throw .damaged([]) }
    let file = try VaultError.ofKeys { () throws(SealingError) in
      try key.seal(payload, as: kind, using: &generator)
    }
    guard file.count <= stored.byteLimit else { throw .tooLarge(byteCount: file.count) }
    let hash = ContentHash(of: file.span)
    let place = try put(file, hash, stored, in: folder)
    let written = try folder.read(place.path, limit: stored.byteLimit)
    guard (try? key.open(written.span, as: kind)) == payload[...] else {
      throw .damaged([place.path])
    }
    return hash
  }

  /// Makes the next key, which is on the disk then.
  private func nextRoot(
    at staged: FilePath, _ passphrase: consuming Passphrase?, _ cost: KeyDerivationCost,
    in folder: borrowing Folder
  ) throws(VaultError) -> RootKey {
    try discardStagedKey(at: staged, in: folder)
    let next = keys.nextEpoch
    let root = try VaultError.naming(keyFile: staged) { () throws(SealingError) in
      try RootKey.generate(epoch: next)
    }
    let stored: StoredKey
    do throws(SealingError) {
      stored = try StoredKey(root, passphrase: passphrase, cost: cost)
    } catch {
      throw VaultError(error, keyFile: staged)
    }
    try Self.write(stored, to: staged)
    return root
  }

  /// Removes what a rotation left that was stopped before it counted: files under a key that is not held.
  ///
  /// The key itself gets a name of its own, as it may count in another folder of this vault; one that was made just
  /// now goes.
  func discardStagedKey(
    at staged: FilePath, in folder: borrowing Folder, isNew: Bool = false
  ) throws(VaultError) {
    let id: KeyID
    do throws(SealingError) {
      id = try KeyFile.read(staged.string).keyID
    } catch {
      if error == .keyFile(.missing) { return }
      throw VaultError(error, keyFile: staged)
    }
    guard keys[id] == nil else { return }
    // Before the headers: what comes in between with its header is not listed, and stays.
    let files = try VaultListing(of: folder).files
    let claimed = try HeaderFiles(in: locations.vault).keyIDs
    // Where its header is, the key counts, and only its passphrase was not asked for.
    for file in files where !claimed.contains(id) {
      guard let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
        EnvelopeHeader(claimedBy: start.span)?.keyID == id
      else { continue }
      _ = folder.remove(file)
    }
    guard isNew, !claimed.contains(id) else {
      _ = try locations.adopt(staged, as: id, isOwn: true)
      return
    }
    try VaultError.naming(staged) { () throws(SystemFailure) in
      try SystemFailure.check { unsafe unlink(staged.string) }
    }
  }
}

extension [Pack.Entry] {
  /// What one pack takes each.
  var parts: [[Pack.Entry]] {
    var parts: [[Pack.Entry]] = []
    var byteCount = Int.max
    for entry in self {
      if byteCount >= Vault.packByteCount { (byteCount, parts) = (0, parts + [[]]) }
      parts[parts.count - 1].append(entry)
      byteCount += entry.payload.count
    }
    return parts
  }
}
