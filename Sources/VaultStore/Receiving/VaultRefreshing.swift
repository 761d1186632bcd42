internal import Cards
public import Sealing
internal import SystemPackage
internal import VaultFormat

/// What other programs write into the vault's folder while it is open.
extension Vault {
  /// Shows what other programs wrote since the vault was read.
  ///
  /// - Parameter unlock: gives the root of a key that is wrapped by a passphrase, where another key has to be opened.
  /// - Returns: This vault; where another program changed its key, the vault as it was opened anew.
  /// - Throws: as `open`.
  /// - Complexity: linear in what is new, and in the number of files.
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
    let listing = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      Set(try VaultListing(of: folder).files)
    }
    let new = listing.subtracting(contents.names)
    let gone = contents.names.subtracting(listing)
    guard !new.isEmpty || !gone.isEmpty else { return }
    knownIndex = nil
    var known = Set(history.segments.map(\.identity))
    var segments: [Segment] = []
    for file in new.sorted() {
      guard let opened = OpenedFile(file, in: folder, keys) else { continue }
      // Whatever is not plain is judged with everything else.
      guard case .payload(let kind, .top, _) = opened.content,
        file == StoredFile(kind, opened.hash), kind != .vault
      else { return try readAnew() }
      segments += take(opened, at: file, &known)
      contents.names.insert(file)
    }
    guard gone.allSatisfy(isMadeUpFor) else { return try readAnew() }
    for file in gone { contents.forget(file) }
    var outcome = MergeOutcome()
    show(segments, &outcome)
  }

  /// Whether a pack has what was in a file that is gone.
  private func isMadeUpFor(_ file: StoredFile) -> Bool {
    switch (file.kind, file.hash) {
    case (.segment, let hash?): contents.covered.contains(hash)
    case (.pack, let hash?): contents.packs.contains { $0.replaces.contains(hash) }
    default: false
    }
  }
}
