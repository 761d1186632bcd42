internal import Cards
public import Sealing
public import SystemPackage
public import VaultFormat

// Saves that are still under retired keys, for a person to accept: `Format.md`, section 8.

extension Vault {
  /// The saves under retired keys that the vault lacks, the oldest first.
  ///
  /// - Parameters:
  ///   - path: the folder to search; `nil` for the vault's own.
  ///   - unlock: returns the root of a key wrapped with a passphrase; keys that it cannot unlock are skipped,
  ///     unless it unlocks none.
  /// - Returns: the saves as they describe themselves.
  /// - Throws: `VaultError.noVault`, `.permission` or `.io`, or an error from `unlock`.
  public nonisolated func retiredSaves(
    in path: FilePath? = nil, keyProvider unlock: KeyProvider = withoutPassphrase
  ) async throws(VaultError) -> [RetiredSave] {
    try await saves(
      under: try retiredKeys(among: await retiredIDs, in: path, unlock),
      in: path ?? locations.vault)
  }

  private func saves(
    under keys: sending [DerivedKeys], in path: FilePath
  ) throws(VaultError) -> [RetiredSave] {
    try read()
    let folder = try Self.openFolder(path)
    var found: [ContentHash: RetiredSave] = [:]
    for key in keys {
      var contents = try JudgedFolder(of: folder, through: OpenedFolder(under: key))
      for segment in contents.takeSegments() where !history.holds(segment.identity) {
        found[segment.identity] = RetiredSave(segment)
      }
    }
    return found.values.sorted { ($0.made, $0.id) < ($1.made, $1.id) }
  }

  /// Seals saves under retired keys, with their photos, under the vault's key, and removes files in the vault's
  /// folder whose contents are then all there.
  ///
  /// - Parameters:
  ///   - wanted: the saves that a person accepted.
  ///   - path: the folder that they are in; `nil` for the vault's own.
  ///   - unlock: returns the root of a key wrapped with a passphrase.
  /// - Returns: what changed.
  /// - Throws: like `save`.
  public nonisolated func takeIn(
    _ wanted: Set<ContentHash>, from path: FilePath? = nil,
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) async throws(VaultError) -> MergeOutcome {
    try await takeIn(
      wanted, under: try retiredKeys(among: await retiredIDs, in: path, unlock), from: path)
  }

  private func takeIn(
    _ wanted: Set<ContentHash>, under retired: sending [DerivedKeys], from path: FilePath?
  ) throws(VaultError) -> MergeOutcome {
    try read()
    try checkAcceptsChanges()
    let before = entries
    var outcome = MergeOutcome()
    var access = try lockForWriting()
    let source = try Self.openFolder(path ?? locations.vault)
    var offered: [Segment] = []
    for key in retired {
      var contents = try JudgedFolder(
        of: source, through: OpenedFolder(under: key), .everything)
      let here = try judgedAnew()
      let found = contents.takeSegments().filter { !here.known.contains($0.identity) }
      offered += found
      let segments = found.filter { wanted.contains($0.identity) }
      let photos = Set(segments.flatMap(\.photos)).subtracting(here.payloads.keys)
      try Self.sealAnew(
        contents, segments: Set(segments.map(\.identity)), photos: photos, from: key,
        to: keys.current, by: access.device.device, at: now(), in: access.folder, source: source,
        using: &generator)
      outcome.fileCount += segments.isEmpty ? 0 : 1 + photos.count
      if path != nil { continue }
      let after = try judgedAnew()
      let payloads = Set(after.payloads.keys)
      // The saves were sealed already; a later change repeats a failed removal.
      try? Self.remove(
        contents.held.filter { $0.holdings.areAll(in: after.known, payloads) }.map(\.file),
        in: access.folder)
    }
    try readAnew()
    snapshot.forgetIndex()
    // What the person left out must not be reported as missing later.
    try? access.device.forget(
      allBut: history, memory.held.lost(missing(in: history, except: offered)), using: &generator)
    memory = access.device.memory
    remember(as: &access.device)
    outcome.count(from: before, to: self)
    return outcome
  }

  private var retiredIDs: Set<KeyID> { keys.retired }

  /// The retired keys that files claim; found outside the actor, as a person may be asked for passphrases.
  private nonisolated func retiredKeys(
    among retired: Set<KeyID>, in path: FilePath?, _ unlock: KeyProvider
  ) throws(VaultError) -> sending [DerivedKeys] {
    let folder = try Self.openFolder(path ?? locations.vault)
    let claimed = Set(
      try VaultListing(of: folder).files.compactMap { file in
        let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount)
        return start.flatMap { EnvelopeHeader(claimedBy: $0.span)?.keyID }
      })
    let search = KeySearch(locations: locations)
    var found: [DerivedKeys] = []
    var refusal: VaultError?
    for located in search.locate(retired.intersection(claimed)) {
      do throws(VaultError) {
        found.append(try search.open(located, keyProvider: unlock))
      } catch {
        // Someone may know the passphrase of another one.
        refusal = error
      }
    }
    if found.isEmpty, let refusal { throw refusal }
    return found
  }
}

extension [SeenSpan] {
  /// The spans of which something is missing.
  fileprivate func lost(_ missing: [AbsentSegments]) -> [SeenSpan] {
    filter { span in
      missing.contains {
        $0.device == span.device && $0.numbers.overlaps(span.first...span.last)
      }
    }
  }
}
