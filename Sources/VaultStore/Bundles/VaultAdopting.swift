internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// Cards of other vaults: `Format.md`, section 7.
extension Vault {
  /// So many cards are written in one save.
  private static let adoptedAtOnce = 1_000

  /// The id that a card of another vault takes in this one.
  ///
  /// A canonical code never begins with a zero byte, so nobody can aim at a card of ours.
  private func id(of card: CardID, from source: [UInt8]) throws(VaultError) -> CardID {
    do throws(SealingError) {
      guard let id = CardID(try keys.first.cardID(of: [0] + source + card.bytes)) else {
        throw .damaged
      }
      return id
    } catch {
      throw .noGuardedMemory
    }
  }

  /// Takes the cards of another vault's bundle in as drafts; those that were ever here are passed over.
  func adopt(_ bundle: inout OpenedBundle) throws(VaultError) -> MergeOutcome {
    let contents = try bundle.check()
    let source = try source(of: bundle.keys, contents)
    let cards = ForeignCards(contents)
    var outcome = MergeOutcome()
    outcome.leftOutCount = cards.leftOutCount
    // A bundle that comes back: what is known by its own id is here already.
    let isReturning = source == keys.first.root.bundleSource
    var new: [(id: CardID, found: ForeignCards.Found)] = []
    for found in cards.found where !isReturning || history.revisions[found.id] == nil {
      let id = try id(of: found.id, from: source)
      if history.revisions[id] == nil { new.append((id, found)) }
    }
    if new.isEmpty { return outcome }
    try checkWritable()
    let wanted = Set(new.flatMap(\.found.photos).map(\.identity))
    let photos = try adoptPhotos(wanted.intersection(contents.photos), of: &bundle, &outcome)
    let wall = now()
    var rest = new[...]
    while !rest.isEmpty {
      let edits = rest.prefix(Self.adoptedAtOnce).map { id, found in
        let changes = CardChanges(adding: found.card, at: wall)
        let additions = found.photos.compactMap { photo in
          photos[photo.identity].map { PhotoReferences.addition(of: $0, side: photo.side) }
        }
        return CardEdit(card: id, kind: .edit, changes: changes.list + additions)
      }
      try write(edits, at: wall)
      rest = rest.dropFirst(edits.count)
      outcome.addedCount += edits.count
      outcome.fileCount += 1
      outcome.byteCount += contentsByteCount()
    }
    outcome.draftCount = outcome.addedCount
    return outcome
  }

  /// Seals photos of another vault as photos of this one.
  ///
  /// - Returns: what they are called here, by what they are called in the bundle.
  private func adoptPhotos(
    _ wanted: Set<ContentHash>, of bundle: inout OpenedBundle, _ outcome: inout MergeOutcome
  ) throws(VaultError) -> [ContentHash: ContentHash] {
    if wanted.isEmpty { return [:] }
    let folder = try Self.openFolder(locations.vault)
    let device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    var names: [ContentHash: ContentHash] = [:]
    bundle.reader.rewind()
    while let item = try bundle.reader.next() {
      guard case .photo(let identity, let photo) = item, wanted.contains(identity), photo.isPicture
      else { continue }
      let fresh = Cardvault_Vault_Photo.with {
        $0.mediaType = photo.mediaType
        $0.content = photo.content
      }
      names[identity] = try put(fresh, in: folder, &outcome)
    }
    _ = consume device
    return names
  }

  /// What the vault that a bundle comes from is called in bundles for others.
  private func source(
    of keys: EpochKeys, _ contents: OpenedBundle.Contents
  ) throws(VaultError) -> [UInt8] {
    if !contents.source.isEmpty { return contents.source }
    if keys.root.epoch == 0 { return keys.root.bundleSource }
    for file in contents.vaults {
      guard let payload = try? keys.openSecret(file.span, as: .vault),
        case .header(let header) = try? VaultHeader.read(payload, under: keys.id),
        let first = header.carried.first(where: { $0.keys.id == header.vaultID })
      else { continue }
      return first.keys.root.bundleSource
    }
    throw .bundle(.damaged)
  }

  /// How many bytes the last save took.
  private func contentsByteCount() -> Int {
    guard let file = contents.loose.last?.file, let folder = try? Self.openFolder(locations.vault)
    else { return 0 }
    return folder.byteCount(of: file)
  }
}

extension Cardvault_Vault_Photo {
  /// Whether it begins as a JPEG (ISO/IEC 10918-1, B.2.1: SOI and a marker) or WebP (RFC 9649, section 2.4) does,
  /// as it says.
  fileprivate var isPicture: Bool {
    switch mediaType {
    case "image/jpeg": content.starts(with: [0xFF, 0xD8, 0xFF])
    case "image/webp":
      content.starts(with: "RIFF".utf8) && content.dropFirst(8).starts(with: "WEBP".utf8)
    default: false
    }
  }
}
