internal import Cards
internal import Glibc
public import Sealing
public import SystemPackage
public import VaultFormat

/// A vault's new key.
public struct RotatedKey: Sendable, Hashable {
  /// Its public id.
  public let keyID: KeyID
  /// Its epoch, one more than the highest of those it replaced.
  public let epoch: UInt32
  /// Six groups of five digits that two people compare aloud.
  public let fingerprint: String
  /// Its file.
  public let keyFile: FilePath
}

/// Replaces a vault's key, in an order that survives a crash at any point: `Format.md`, section 8.
extension Vault {
  /// Changes the vault's key; this value keeps the old one and can no longer change anything.
  ///
  /// Nothing in the folder makes it refuse: it is also the way out if the key was replaced by one that is lost.
  ///
  /// - Parameters:
  ///   - passphrase: opens the new key file; by default the key is stored plain.
  ///   - cost: the work for each guess at the passphrase.
  ///   - takenIn: the claimed segments that a person accepted; others stay where they are.
  ///   - derivation: derives a key from the passphrase; neither this vault's other calls nor other processes wait
  ///     for it.
  /// - Returns: the new key's id, epoch and fingerprint, and its file.
  /// - Throws: `VaultError.keyFile`, `.tooManyKeys`, `.readOnly`, `.noSpace`, `.permission`, `.inUse`,
  ///   `.keyChangedMeanwhile`, `.noGuardedMemory` or `.io`. Either the old key or the new one counts then.
  public nonisolated func rotate(
    passphrase: consuming sending Passphrase? = nil, cost: KeyDerivationCost = .moderate,
    takingIn takenIn: Set<ContentHash> = [], derivation: KeyDerivation = .argon2id
  ) async throws(VaultError) -> RotatedKey {
    let epoch = await nextEpoch
    let root = try VaultError.ofKeys { () throws(SealingError) in
      try RootKey.generate(epoch: epoch)
    }
    let wrapped: WrappedKey?
    do throws(SealingError) {
      switch consume passphrase {
      case .some(let passphrase):
        wrapped = try WrappedKey.wrap(root, with: passphrase, cost: cost, derivation: derivation)
      case .none: wrapped = nil
      }
    } catch {
      throw VaultError(error, keyFile: FilePath())
    }
    return try await rotate(to: root, wrapped, takingIn: takenIn)
  }

  private var nextEpoch: UInt32 { keys.nextEpoch }

  private func rotate(
    to root: consuming sending RootKey, _ wrapped: WrappedKey?, takingIn takenIn: Set<ContentHash>
  ) throws(VaultError) -> RotatedKey {
    // Throws if another process changed the key: this one's epoch would no longer be the next.
    var access = try writeAccess(repairing: .interruptedSave)
    guard let keyFile = locations.keyFile else { throw .noVault(locations.vault) }
    let header = keys.nextHeader
    guard header.carried.count <= VaultHeader.carriedLimit else {
      throw .tooManyKeys(VaultHeader.carriedLimit)
    }
    let staged = locations.staged(keyFile)
    try discardStagedKey(at: staged, in: access.folder)
    let next = EpochKeys(root)
    let stored: StoredKey
    if let wrapped {
      stored = .wrapped(wrapped)
    } else {
      stored = .plain(try VaultError.ofKeys { () throws(SealingError) in try next.root.copy() })
    }
    try Self.write(stored, to: staged)
    var files = contents.proved
    do throws(VaultError) {
      let material = try material(includesFinished: false)
      let entries = material.sealed(besides: material.claimed.subtracting(takenIn))
      files.packs.formUnion(
        try seal(
          entries, material.payloads, under: next, by: access.device.device, in: access.folder))
      let file = try Self.seal(header, under: next, using: &generator)
      let hash = ContentHash(of: file.span)
      try put(file, hash, .vault, in: access.folder)
      files.others.insert(hash)
    } catch {
      // Nothing refers to the new key yet, and nobody else has it.
      try? discardStagedKey(at: staged, in: access.folder, isNew: true)
      throw error
    }
    // If this fails, a state under the previous key works too.
    try? access.device.change(to: next, holding: history, files, using: &generator)
    for key in header.carried.map(\.keys) {
      try? Self.putNotice(
        naming: next, carrying: header, under: key, at: now(), in: access.folder, using: &generator)
    }
    let place = try locations.adopt(staged, as: next.id)
    return RotatedKey(
      keyID: next.id, epoch: next.root.epoch, fingerprint: next.root.fingerprint, keyFile: place)
  }

  /// Moves a staged key to its place, completing a rotation that was interrupted after its header was written:
  /// writes the notices, and names the key file.
  ///
  /// - Returns: where the key's file is now; unchanged if the system does not allow moving it.
  static func adoptStagedKey(
    _ keys: VaultKeys, _ staged: FilePath, _ locations: VaultLocations,
    in folder: borrowing Folder, _ now: Timestamp, using generator: inout some RandomNumberGenerator
  ) -> FilePath {
    try? putMissingNotices(keys, in: folder, now, using: &generator)
    return (try? locations.adopt(staged, as: keys.current.id)) ?? staged
  }

  /// Seals segments and other payloads under a key, and reads them back.
  ///
  /// - Returns: the packs that were written.
  func seal(
    _ entries: [Pack.Entry], _ payloads: [ContentHash: VaultMaterial.StoredPayload],
    under key: EpochKeys, by device: UInt64, in folder: borrowing Folder
  ) throws(VaultError) -> Set<ContentHash> {
    var packs: Set<ContentHash> = []
    let parts = entries.parts
    let count = WorkMeter.begin(.sealing, count: parts.count + payloads.count)
    defer { count.end() }
    for part in parts {
      let pack = Pack(device: device, created: now(), entries: part, replaces: [])
      packs.insert(try seal(pack.payload, as: .pack, under: key, in: folder))
      count.advance()
    }
    for identity in payloads.keys.sorted() {
      guard let stored = payloads[identity] else { continue }
      try seal(
        try payload(identity, stored, in: folder), as: stored.kind, under: key, in: folder)
      count.advance()
    }
    return packs
  }

  /// The payload of a photo or of a file of a free kind, if it has not changed since it was found.
  package func payload(
    _ identity: ContentHash, _ stored: VaultMaterial.StoredPayload, in folder: borrowing Folder
  ) throws(VaultError) -> [UInt8] {
    guard let opened = OpenedFile(stored.file, in: folder, keys),
      case .payload(let kind, _, let payload) = opened.content,
      Holdings(of: payload, kind, opened.hash, opened.header?.kind).payload == identity,
      payload.count == stored.byteCount
    else { throw .damaged([stored.file.path]) }
    return Array(payload)
  }

  /// Removes what a rotation interrupted before it took effect left behind: files under a key that is not held.
  ///
  /// The key file itself gets its own name, because the key may count in another folder of this vault; a key
  /// made just now is removed.
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
    // Listed before the headers: files that arrive with the key's header in between are not listed, and are
    // kept.
    let files = try VaultListing(of: folder).files
    let headers = try HeaderFiles(in: locations.vault)
    // If its header is here, or may be, the key counts, and only its passphrase was not requested.
    let mayCount = headers.isPartial || headers.keyIDs.contains(id)
    for file in files where !mayCount {
      guard let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
        EnvelopeHeader(claimedBy: start.span)?.keyID == id
      else { continue }
      _ = folder.remove(file)
    }
    guard isNew, !mayCount else {
      _ = try locations.adopt(staged, as: id, isOwn: true)
      return
    }
    try VaultError.naming(staged) { () throws(SystemFailure) in
      try SystemFailure.check { unsafe unlink(staged.string) }
    }
  }
}
