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

/// Replaces a vault's key, in an order that survives a crash at any point: `Format.md`, section 8.
extension Vault {
  /// Makes a new key and writes its file, which does not count yet: `rotate` makes it the vault's key, and
  /// `discardNextKey` removes it.
  ///
  /// - Parameters:
  ///   - passphrase: opens the new key file; by default the key is stored plain.
  ///   - cost: the work for each guess at the passphrase.
  ///   - derivation: derives a key from the passphrase; neither this vault's other calls nor other processes wait
  ///     for it.
  /// - Returns: the new key's id and fingerprint, and where its file is meanwhile.
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
    let access = try writeAccess(repairing: .interruptedSave)
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

  /// Makes the key that `makeNextKey` made the vault's: everything that can be read is sealed anew under it, and files
  /// under the old key whose contents are all there are removed.
  ///
  /// Nothing in the folder makes it refuse: it is also the way out if the key was replaced by one that is lost. This
  /// value keeps the old key and can no longer change anything.
  ///
  /// - Returns: the new key's id and fingerprint, and its file.
  /// - Throws: `VaultError.readOnly`, `.noSpace`, `.permission`, `.inUse`, `.keyChangedMeanwhile`, `.noGuardedMemory`
  ///   or `.io`. Either the old key or the new one counts then.
  public func rotate() throws(VaultError) -> RotatedKey {
    guard let next, let keyFile = locations.keyFile else { throw .noVault(locations.vault) }
    let staged = locations.staged(keyFile)
    let access = try writeAccess(repairing: .interruptedSave)
    // Another process began to change the key meanwhile.
    guard (try? KeyFile.read(staged.string))?.keyID == next.id else {
      self.next = nil
      throw .keyChangedMeanwhile(locations.vault)
    }
    var header = keys.header
    do throws(VaultError) {
      try sealAnew(try judgedAnew(), under: next, by: access.device.device, in: access.folder)
      // A key that another device made at the same time is replaced, too.
      for old in keys.rivals.map(\.key) + [keys.current] {
        header = header.adding(
          try Self.sealedNotice(naming: next, under: old, at: now(), using: &generator))
      }
      let file = try Self.seal(header, under: next, using: &generator)
      try put(file, ContentHash(of: file.span), .vault, in: access.folder)
    } catch {
      // Nothing refers to the new key yet, and nobody else has it.
      self.next = nil
      try? discardStagedKey(at: staged, in: access.folder, isNew: true)
      throw error
    }
    self.next = nil
    let folder = try Self.openFolder(locations.vault)
    let fingerprint = next.root.fingerprint
    // From here on, whoever opens the vault next completes what cannot be done now.
    _ = consume access
    let changed = VaultKeys(next, header, former: keys.current, isNew: true)
    _ = try? Self.move(
      changed, locations, in: folder, now: now(), using: &generator,
      timeout: timeout)
    let place = (try? locations.adopt(staged, as: next.id)) ?? staged
    return RotatedKey(keyID: next.id, fingerprint: fingerprint, keyFile: place)
  }

  /// Seals everything that was read under a key, and reads it back.
  private func sealAnew(
    _ contents: JudgedFolder, under key: DerivedKeys, by device: UInt64,
    in folder: borrowing Folder
  ) throws(VaultError) {
    let payloads = contents.payloads
    let parts = contents.held.parts(
      besides: payloads.values.map(\.file), isInheriting: true)
    let count = WorkMeter.begin(.sealing, count: parts.count + payloads.count)
    defer { count.end() }
    // Packs name the photos that were sealed anew, so these come first.
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

  /// The payload of a photo or of a file of a free kind, if it has not changed since it was found.
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

  /// Removes what a rotation that was interrupted before it took effect left behind: files under its new key.
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
    guard id != keyID else { return }
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
      _ = try locations.adopt(staged, as: id)
      return
    }
    try VaultError.naming(staged) { () throws(SystemFailure) in
      try SystemFailure.check { unsafe unlink(staged.string) }
    }
  }
}
