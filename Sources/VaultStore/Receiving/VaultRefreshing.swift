internal import Cards
public import Sealing
internal import SystemPackage
public import VaultFormat

/// What other programs write into the vault's folder while it is open.
extension Vault {
  /// Shows what other programs wrote since the vault was read.
  ///
  /// - Parameter unlock: gives the root of a key that is wrapped by a passphrase, where another key has to be opened.
  /// - Returns: This vault; where another program changed its key, the vault as it was opened anew.
  /// - Throws: as `open`.
  /// - Complexity: linear in what is new, and in the number of files. A new file that is no plain save or pack has all
  ///   of them read anew.
  public nonisolated func refreshed(
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) async throws(VaultError) -> Vault {
    do throws(VaultError) {
      try await takeInNew()
      return self
    } catch {
      guard case .keyChangedMeanwhile = error else { throw error }
    }
    var places = locations
    // It was found there, and by another name the next one is.
    if places.keyFile?.removingLastComponent() == places.keyDirectory { places.keyFile = nil }
    return try Vault.open(
      at: places, keyProvider: unlock, now: now, generator: await generator, timeout: timeout)
  }

  private func takeInNew() throws(VaultError) {
    guard isRead else { return try read() }
    let folder = try Self.openFolder(locations.vault)
    try checkUnchanged(folder)
    let listing = Set(try VaultListing(of: folder).files)
    let isChanged = { [doubtful] (file: StoredFile, folder: borrowing Folder) in
      doubtful[file] == nil || doubtful[file] != folder.state(of: file)
    }
    let changed = contents.findings.doubtful.filter { isChanged($0, folder) }
    let headers = keyFiles.headers.map { StoredFile(folder: nil, name: $0) }
    let new = listing.subtracting(contents.names).subtracting(headers).union(changed)
    let gone = contents.names.subtracting(listing)
    guard !new.isEmpty || !gone.isEmpty else { return }
    knownIndex = nil
    let opened = new.sorted().compactMap { OpenedFile($0, in: folder, keys) }
    if opened.allSatisfy(isPlain), gone.allSatisfy(isMadeUpFor) {
      var known = Set(history.segments.map(\.identity))
      var outcome = MergeOutcome()
      show(opened.flatMap { take($0, at: $0.file, &known) }, &outcome)
      contents.names.formUnion(opened.map(\.file))
      for file in gone { contents.forget(file) }
    } else {
      // Whatever is not plain is judged with everything else.
      notices = SuccessorNotice.all(in: folder) { [keys] in keys[$0] }
      keyFiles.notices = KeyNames.notices(in: folder)
      try readAnew()
      snapshot = FolderSnapshot(keys: keys)
    }
    doubtful = contents.findings.doubtful.reduce(into: [:]) { $0[$1] = folder.state(of: $1) }
    remember()
  }

  /// Whether a new file can be judged alone: a photo, or a save or pack that is in its place, has all that is in it,
  /// and claims nothing that is known otherwise.
  private func isPlain(_ opened: OpenedFile) -> Bool {
    guard case .payload(let kind, .top, let payload) = opened.content,
      opened.file == StoredFile(kind, opened.hash)
    else { return false }
    switch kind {
    case .vault, .notice, .other: return false
    case .photo: return true
    case .segment:
      return !isUncertain(opened.hash)
        && (try? Segment(payload: payload, identity: opened.hash)) != nil
    case .pack:
      guard let pack = try? Pack(payload: payload) else { return false }
      return pack.entries.allSatisfy { entry in
        !entry.isPurged && !entry.isClaimed && !isUncertain(entry.identity)
          && (try? Segment(payload: entry.payload, identity: entry.identity)) != nil
      }
    }
  }

  /// Whether what is known of a save is only claimed, or lacks something.
  private func isUncertain(_ identity: ContentHash) -> Bool {
    contents.marked[identity] != nil || contents.purgedIdentities.contains(identity)
  }

  /// Whether a pack has what was in a file that is gone.
  private func isMadeUpFor(_ file: StoredFile) -> Bool {
    switch (file.kind, file.hash) {
    case (.segment, let hash?): contents.covered.contains(hash)
    case (.pack, let hash?):
      contents.packs.contains { $0.age == .top && $0.replaces.contains(hash) }
    default: false
    }
  }
}
