package import Cards
public import Sealing
internal import SystemPackage
public import VaultFormat

extension Vault {
  /// Shows what other programs have written since the vault was read.
  ///
  /// - Parameter unlock: returns the root of a key wrapped with a passphrase, if another key must be opened.
  /// - Returns: this vault; if another program changed its key, the vault opened again.
  /// - Throws: like `open`.
  /// - Complexity: linear in what is new and in the number of files. Any new file other than a photo, segment or
  ///   pack causes everything to be read again.
  public nonisolated func refreshed(
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) async throws(VaultError) -> Vault {
    do throws(VaultError) {
      try await refresh()
      return self
    } catch {
      guard case .keyChangedMeanwhile = error else { throw error }
    }
    var locations = locations
    // The path of a key file that was found, not named: the new key has another one.
    let found = locations.keyFile?.removingLastComponent()
    if found == locations.keyDirectory || found == locations.retiredDirectory {
      locations.keyFile = nil
    }
    return try Vault.open(
      at: locations, keyProvider: unlock, now: now, generator: await generator, timeout: timeout)
  }

  /// Shows what other programs have written since the vault was read, under the same key.
  ///
  /// - Throws: like `open`, and `VaultError.keyChangedMeanwhile`.
  package func refresh() throws(VaultError) {
    guard isRead else { return try read() }
    let folder = try Self.openFolder(locations.vault)
    try checkUnchanged(folder)
    let listed = try VaultListing(of: folder)
    contents.isPartial = listed.isPartial
    let listing = Set(listed.files)
    let isChanged = { [doubtful] (file: StoredFile, folder: borrowing Folder) in
      doubtful[file] == nil || doubtful[file] != folder.state(of: file)
    }
    let changed = contents.findings.doubtful.filter { isChanged($0, folder) }
    let headers = keyFiles.headers.map { StoredFile(folder: nil, name: $0) }
    let new = listing.subtracting(contents.names).subtracting(headers).union(changed)
    let gone = contents.names.subtracting(listing)
    guard !new.isEmpty || !gone.isEmpty else { return }
    snapshot.forgetIndex()
    let opened = new.sorted().compactMap { OpenedFile($0, in: folder, keys.current) }
    if opened.allSatisfy(isPlain), gone.allSatisfy(isReplaced) {
      var known = Set(history.segments.map(\.identity))
      shown.add(opened.flatMap { take($0, at: $0.file, &known) })
      contents.names.formUnion(opened.map(\.file))
      contents.forget(gone)
    } else {
      // Anything else must be judged together with the other files.
      notices = keys.notices(in: folder)
      keyFiles.notices = KeyNames.notices(in: folder)
      try readAnew()
      snapshot.forgetPacks()
    }
    doubtful = contents.findings.doubtful.reduce(into: [:]) { $0[$1] = folder.state(of: $1) }
    remember()
  }

  /// Whether a new file can be judged alone: a photo, or a readable segment or pack, in its proper location.
  private func isPlain(_ opened: OpenedFile) -> Bool {
    guard case .payload(let kind, _) = opened.content,
      opened.file == StoredFile(kind, opened.hash)
    else { return false }
    switch kind {
    case .vault, .notice, .other: return false
    case .photo: return true
    case .segment, .pack: return opened.entries?.allSatisfy { $0.segment != nil } ?? false
    }
  }

  /// Whether a pack says that it replaces a missing file.
  private func isReplaced(_ file: StoredFile) -> Bool {
    guard file.kind == .segment || file.kind == .pack, let hash = file.hash else { return false }
    return contents.replaced.contains(hash)
  }

  /// How many changes made a card what it is now; another number later means that it is another card.
  ///
  /// What only notes a use is not counted.
  package func version(of id: CardID) -> Int {
    revisions(of: joined.members(of: joined.id(of: id)))
      .count { $0.kind == .remove || $0.changes.contains { $0.mergeClass != .max } }
  }

  /// The versions of cards, in their order.
  package func versions(of ids: [CardID]) -> [Int] { ids.map { version(of: $0) } }
}
