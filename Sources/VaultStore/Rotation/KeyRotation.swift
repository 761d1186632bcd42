internal import Cards
internal import Glibc
public import Sealing
public import SystemPackage
public import VaultFormat

/// A vault's new key.
public struct RotatedKey: Sendable, Hashable {
  /// Its public id.
  public let keyID: KeyID
  /// Six groups of five digits that two people compare aloud.
  public let fingerprint: String
  /// Its file.
  public let keyFile: FilePath
}

// Replaces a vault's key, in an order that survives a crash at any point: `Format.md`, section 8.

extension Vault {
  /// Makes a new key and writes its file, which has no effect yet: `rotate` makes it the vault's key, and
  /// `discardNextKey` removes it.
  ///
  /// - Parameters:
  ///   - passphrase: opens the new key file; by default, the key is stored unwrapped.
  ///   - cost: the work for each guess at the passphrase.
  ///   - derivation: derives a key from the passphrase; neither the vault's other calls nor other processes wait
  ///     for it.
  /// - Returns: the new key's id and fingerprint, and the temporary path of its file.
  /// - Throws: `VaultError.keyFile`, `.readOnly`, `.noSpace`, `.permission`, `.inUse`, `.keyChangedMeanwhile`,
  ///   `.noGuardedMemory` or `.io`.
  public nonisolated func makeNextKey(
    passphrase: consuming sending Passphrase? = nil, cost: KeyDerivationCost = .moderate,
    derivation: KeyDerivation = .argon2id
  ) async throws(VaultError) -> RotatedKey {
    let root = try VaultError.ofKeys { () throws(SealingError) in try RootKey.generate() }
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
    return try await stage(root, wrapped)
  }

  private func stage(
    _ root: consuming sending RootKey, _ wrapped: WrappedKey?
  ) throws(VaultError) -> RotatedKey {
    guard let keyFile = locations.keyFile else { throw .noVault(locations.vault) }
    let access = try lockForWriting(repairing: .interruptedSave)
    let staged = locations.staged(keyFile)
    try discardStagedKey(at: staged, in: access.folder)
    let next = DerivedKeys(root)
    let stored: StoredKey
    if let wrapped {
      stored = .wrapped(wrapped)
    } else {
      stored = .plain(try VaultError.ofKeys { () throws(SealingError) in try next.root.copy() })
    }
    try Self.write(stored, to: staged)
    self.next = next
    return RotatedKey(
      keyID: next.id, fingerprint: next.root.fingerprint, keyFile: staged)
  }

  /// Removes the file of the key that `makeNextKey` made.
  public func discardNextKey() {
    guard let keyFile = locations.keyFile, let folder = try? Self.openFolder(locations.vault) else {
      return
    }
    let id = next?.id
    next = nil
    let staged = locations.staged(keyFile)
    if let id, (try? KeyFile.read(staged.string))?.keyID == id {
      try? discardStagedKey(at: staged, in: folder, isNew: true)
    }
  }

  /// Replaces the vault's key with the one from `makeNextKey`: everything readable is sealed anew under it, and
  /// files under the old key whose contents are then all there are removed.
  ///
  /// Nothing in the folder prevents it: it is also the way out if the key was replaced by a lost one. This value
  /// keeps the old key and can no longer change anything.
  ///
  /// - Returns: the new key's id and fingerprint, and its file.
  /// - Throws: `VaultError.readOnly`, `.noSpace`, `.permission`, `.inUse`, `.keyChangedMeanwhile`, `.noGuardedMemory`
  ///   or `.io`. Either the old key or the new one is the vault's then.
  public func rotate() throws(VaultError) -> RotatedKey {
    guard let next, let keyFile = locations.keyFile else { throw .noVault(locations.vault) }
    let staged = locations.staged(keyFile)
    let access = try lockForWriting(repairing: .interruptedSave)
    // Another process has begun to change the key.
    guard (try? KeyFile.read(staged.string))?.keyID == next.id else {
      self.next = nil
      throw .keyChangedMeanwhile(locations.vault)
    }
    var header = keys.header
    do throws(VaultError) {
      try sealAnew(try judgedAnew(), under: next, by: access.device.device, in: access.folder)
      // Keys that other devices made at the same time are replaced, too.
      for old in keys.rivals.map(\.key) + [keys.current] {
        header = header.adding(
          try Self.sealedNotice(naming: next, under: old, at: now(), using: &generator))
      }
      let file = try Self.seal(header, under: next, using: &generator)
      try put(file, ContentHash(of: file.span), .vault, in: access.folder)
    } catch {
      // Nothing refers to the new key yet, and nobody has it.
      self.next = nil
      try? discardStagedKey(at: staged, in: access.folder, isNew: true)
      throw error
    }
    self.next = nil
    let folder = try Self.openFolder(locations.vault)
    let fingerprint = next.root.fingerprint
    // From here on, the next program that opens the vault completes what fails now.
    _ = consume access
    let changed = VaultKeys(next, header, former: keys.current, isNew: true)
    _ = try? Self.move(
      changed, locations, in: folder, now: now(), using: &generator,
      timeout: timeout)
    let path = (try? locations.adopt(staged, as: next.id)) ?? staged
    return RotatedKey(keyID: next.id, fingerprint: fingerprint, keyFile: path)
  }

  /// Seals everything under another key, and reads it back.
  private func sealAnew(
    _ contents: JudgedFolder, under key: DerivedKeys, by device: UInt64,
    in folder: borrowing Folder
  ) throws(VaultError) {
    let payloads = contents.payloads
    let parts = contents.held.parts(
      naming: payloads.values.map(\.file), isInheriting: true)
    let count = WorkMeter.begin(.sealing, count: parts.count + payloads.count)
    defer { count.end() }
    // Photos first, as packs name them.
    for identity in payloads.keys.sorted() {
      guard let stored = payloads[identity] else { continue }
      try seal(
        try payload(identity, stored, in: folder), as: stored.kind, under: key, in: folder)
      count.advance()
    }
    for part in parts {
      try Self.seal(part, under: key, by: device, at: now(), in: folder, using: &generator)
      count.advance()
    }
  }

  /// The payload of a photo or a file of a free kind.
  ///
  /// - Throws: `VaultError.damaged` if it has changed since it was found.
  package func payload(
    _ identity: ContentHash, _ stored: JudgedFolder.StoredPayload, in folder: borrowing Folder
  ) throws(VaultError) -> [UInt8] {
    try Self.payload(identity, stored, in: folder, under: keys.current)
  }

  /// The same, without an open vault.
  static func payload(
    _ identity: ContentHash, _ stored: JudgedFolder.StoredPayload, in folder: borrowing Folder,
    under key: DerivedKeys
  ) throws(VaultError) -> [UInt8] {
    guard let opened = OpenedFile(stored.file, in: folder, key),
      case .payload(let kind, let payload) = opened.content,
      Holdings(of: payload, kind, opened.hash, opened.header?.kind).payload == identity,
      payload.count == stored.byteCount
    else { throw .damaged([stored.file.path]) }
    return Array(payload)
  }

  /// Removes files under the new key of a rotation that was interrupted before it took effect.
  ///
  /// Its key file gets its own name, as the key may be used in another folder of this vault; a key made just now is
  /// removed.
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
    guard id != keyID else { return }
    // Listed before the headers, so that files that arrive together with the key's header are kept.
    let files = try VaultListing(of: folder).files
    let headers = try HeaderFiles(in: locations.vault)
    // With its header, the key is in use, and only its passphrase was not requested.
    let mayCount = headers.isPartial || headers.keyIDs.contains(id)
    for file in files where !mayCount {
      guard let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
        EnvelopeHeader(claimedBy: start.span)?.keyID == id
      else { continue }
      _ = folder.remove(file)
    }
    guard isNew, !mayCount else {
      _ = try locations.adopt(staged, as: id)
      return
    }
    try VaultError.naming(staged) { () throws(SystemFailure) in
      try SystemFailure.check { unsafe unlink(staged.string) }
    }
  }
}

/// The effects of changing a vault's key, for a person to approve.
public struct RotationPlan: Sendable, Hashable {
  /// Damaged and newer files, which cannot be sealed anew.
  public internal(set) var leftBehind: [String] = []
  /// Photos of cards that are in no intact file; some may be in damaged files among `leftBehind`.
  public internal(set) var missingPhotos: [MissingPhoto] = []
  /// Whether this copy is older than the vault's current key, so that it lacks what was saved since.
  public internal(set) var isOlder = false
  /// The keys that notices name as successors, up to a limit.
  public internal(set) var successors: [Successor] = []
  /// How many successors are not in the list.
  public internal(set) var furtherSuccessorCount = 0
  /// Whether the folder has more files than were examined: the others are left behind, too.
  public internal(set) var isPartial = false
}

extension Vault {
  /// The effects of changing the key.
  ///
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`.
  public func rotationPlan() throws(VaultError) -> RotationPlan {
    let contents = try judgedAnew()
    var plan = RotationPlan()
    plan.leftBehind = [.damaged, .newer].flatMap(contents.findings.paths).sorted()
    plan.missingPhotos = photosWithoutFile(of: cards, among: Set(contents.payloads.keys))
    plan.isPartial = contents.isPartial
    plan.isOlder = isOlderThanRemembered
    (plan.successors, plan.furtherSuccessorCount) = shownSuccessors
    return plan
  }
}
