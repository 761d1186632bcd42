internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import VaultFormat

// Cards from other vaults: `Format.md`, section 7.

extension Vault {
  /// The size in bytes at which a segment of cards is written.
  private static let adoptedByteCount = 8 << 20
  /// Counted for each card in addition, because a segment also limits the number of cards.
  private static let minCardByteCount = 128

  /// Adds the cards of another vault's bundle as drafts, except those that were ever here exactly as in the bundle.
  ///
  /// `takenIn` is as for `merge`, in case the bundle is this vault's under another key.
  ///
  /// - Throws: like `merge`.
  func adopt(
    _ bundle: inout OpenedBundle, takingIn takenIn: Set<ContentHash>?
  ) throws(VaultError) -> MergeOutcome {
    let contents = try bundle.check()
    let source = try source(of: bundle.keys, contents)
    let isReturning = source == keys.source
    if contents.source.isEmpty, isReturning { return try takeIn(&bundle, takingIn: takenIn) }
    let cards = ForeignCards(contents)
    var outcome = MergeOutcome()
    outcome.leftOutCount = cards.leftOutCount
    let unchanged = isReturning ? try unchangedCards(among: cards.found) : []
    var new: [(id: CardID, found: ForeignCards.Found)] = []
    var here = unchanged
    for found in cards.found where !unchanged.contains(found.id) {
      let id = id(of: found, from: source)
      if history.revisions[id] == nil { new.append((id, found)) } else { here.insert(id) }
    }
    outcome.staysRemoved = removed(among: here)
    if new.isEmpty { return outcome }
    try checkAcceptsChanges()
    let codes = Set(entries.values.flatMap { $0.card?.codes ?? [] }.map(\.canonicalBytes))
    outcome.duplicateCount = new.count { _, found in
      found.card.codes.contains { codes.contains($0.canonicalBytes) }
    }
    let wanted = Set(new.flatMap(\.found.photos).map(\.identity))
    let photos = try adoptPhotos(wanted, of: &bundle, &outcome)
    let wall = now()
    var edits: [CardEdit] = []
    var byteCount = 0
    for (id, found) in new {
      let changes = CardChanges(adding: found.card, at: wall)
      let additions = found.photos.filter { photos.contains($0.identity) }.map {
        PhotoReferences.addition(of: $0.identity, side: $0.side)
      }
      let edit = CardEdit(card: id, kind: .edit, changes: changes.list + additions)
      edits.append(edit)
      byteCount += Self.minCardByteCount + edit.changes.reduce(0) { $0 + $1.value.count }
      guard byteCount >= Self.adoptedByteCount else { continue }
      try write(adopted: &edits, at: wall, &outcome)
      byteCount = 0
    }
    try write(adopted: &edits, at: wall, &outcome)
    return outcome
  }

  private func write(
    adopted edits: inout [CardEdit], at wall: Timestamp, _ outcome: inout MergeOutcome
  ) throws(VaultError) {
    if edits.isEmpty { return }
    try write(edits, at: wall)
    outcome.addedCount += edits.count
    outcome.draftCount += edits.count
    outcome.fileCount += 1
    outcome.byteCount += contentsByteCount()
    edits = []
  }

  private func id(of card: ForeignCards.Found, from source: [UInt8]) -> CardID {
    keys.id(of: card, from: source) ?? CardID(using: &generator)
  }

  /// The cards of this vault that return from another one unchanged, or as they were here when removed.
  private func unchangedCards(
    among cards: [ForeignCards.Found]
  ) throws(VaultError) -> Set<CardID> {
    let known = cards.filter { entries[joined.id(of: $0.id)] != nil }
    let hasPhotos = known.contains { !PhotoReferences(fields(of: $0.id)).list.isEmpty }
    let photos = hasPhotos ? try photosHere() : []
    var unchanged: Set<CardID> = []
    for card in known {
      let id = joined.id(of: card.id)
      let fields = fields(of: id)
      let shown = Card(id: id, fields: fields).shownHash(
        with: PhotoReferences(fields).list.filter { photos.contains($0.identity) })
      if shown == card.shown { unchanged.insert(card.id) }
    }
    return unchanged
  }

  /// Seals photos of another vault as photos of this one.
  ///
  /// - Returns: the identities of the sealed photos.
  private func adoptPhotos(
    _ wanted: Set<ContentHash>, of bundle: inout OpenedBundle, _ outcome: inout MergeOutcome
  ) throws(VaultError) -> Set<ContentHash> {
    if wanted.isEmpty { return [] }
    let access = try lockForWriting(repairing: .none)
    var sealed: Set<ContentHash> = []
    bundle.reader.rewind()
    while let item = try bundle.reader.next() {
      guard case .photo(let identity, let photo) = item, wanted.contains(identity),
        let type = photo.pictureType
      else { continue }
      let fresh = Cardvault_Vault_Photo.with {
        $0.mediaType = type
        $0.content = photo.content
      }
      sealed.insert(try put(fresh, in: access.folder, &outcome))
    }
    _ = consume access
    return sealed
  }

  /// The name that the bundle's vault has in bundles for others.
  private func source(
    of keys: DerivedKeys, _ contents: OpenedBundle.Contents
  ) throws(VaultError) -> [UInt8] {
    if !contents.source.isEmpty { return contents.source }
    for file in contents.vaults {
      guard let payload = try? keys.openSecret(file.span, as: .vault),
        let header = try? VaultHeader(payload)
      else { continue }
      return header.secrets.source
    }
    throw .bundle(.damaged)
  }

  /// The size of the last segment in bytes.
  private func contentsByteCount() -> Int {
    guard let file = contents.loose.last?.file, let folder = try? Self.openFolder(locations.vault)
    else { return 0 }
    return folder.byteCount(of: file)
  }
}

extension VaultKeys {
  /// The id that another vault's card gets in this vault.
  ///
  /// It depends on what the card shows, so a changed card is a new one, and nobody can replace a card. A canonical
  /// code never starts with a zero byte, so nobody can aim at an imported card.
  func id(of card: ForeignCards.Found, from source: [UInt8]) -> CardID? {
    CardID(cardID(of: [0] + source + card.id.bytes + card.shown.bytes))
  }
}
