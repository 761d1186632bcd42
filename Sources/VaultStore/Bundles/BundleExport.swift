public import Cards
internal import FoundationEssentials
public import Sealing
internal import SwiftProtobuf
public import SystemPackage
public import VaultFormat

// Exported bundles: `Format.md`, section 7.

extension Vault {
  /// Writes cards into one sealed file for people who have this vault's key: unchanged segments, with photos.
  ///
  /// It includes history and removed cards; for chosen cards, every segment that touched one of them. The file is
  /// written completely or not at all, mode 0600; an existing file of that name is kept.
  ///
  /// - Parameters:
  ///   - chosen: the cards; `nil` for all.
  ///   - path: the new file.
  /// - Returns: what the bundle contains.
  /// - Throws: `VaultError.tooLarge`, `.noVault`, `.permission`, `.noSpace`, `.noGuardedMemory`, or `.io`
  ///   (`EEXIST` if a file of that name exists).
  public func export(
    _ chosen: [CardID]? = nil, to path: FilePath
  ) throws(VaultError) -> BundleSummary {
    let folder = try Self.openFolder(locations.vault)
    let all = try judgedAnew()
    let photosHere = all.payloads.filter { $0.value.kind == .photo }
    // Joined cards are one card, written under several ids.
    let wanted = chosen.map { Set($0.flatMap(joined.members)) }
    var entries: [Pack.Entry] = []
    var identities: Set<ContentHash> = wanted == nil ? Set(photosHere.keys) : []
    for entry in all.segmentEntries.values.sorted(by: { $0.identity < $1.identity }) {
      do throws(PayloadError) {
        let segment = try Segment(payload: entry.payload)
        let touching = segment.revisions.filter { wanted?.contains($0.card) ?? true }
        guard !touching.isEmpty || wanted == nil else { continue }
        if wanted != nil {
          identities.formUnion(touching.flatMap { PhotoReferences($0).list }.map(\.identity))
        }
        entries.append(entry)
      } catch {
        // Newer programs can read it.
        if error == .newer, wanted == nil { entries.append(entry) }
      }
    }
    let headers = try HeaderFiles(in: locations.vault).all.compactMap { candidate in
      candidate.bytes(provedBy: keys.current)
    }
    let others = try others(in: folder)
    let head = Cardvault_Vault_Pack.with {
      $0.device = memory.state.device
      $0.created = now().milliseconds
      $0.vaults = headers.map { Data($0) }
      $0.others = wanted == nil ? others : []
      $0.cards = (wanted ?? []).sorted().map { Data($0.bytes) }
    }
    let photos = identities.sorted().compactMap { identity in
      photosHere[identity].map {
        BundlePlan.Photo(identity: identity, stored: $0, byteCount: $0.byteCount)
      }
    }
    let plan = BundlePlan(head: head, entries: entries, photos: photos)
    let key = try envelopeKey(of: keys.current.root)
    let byteCount = try write(plan, under: key, after: [], to: path) { photo throws(VaultError) in
      try self.payload(photo.identity, photo.stored, in: folder)
    }
    return BundleSummary(
      origin: .thisVault, cardCount: chosen?.count ?? cardCount, segmentCount: entries.count,
      photoCount: photos.count, byteCount: byteCount,
      missingPhotos: photosWithoutFile(
        of: chosen.map { $0.compactMap(card) } ?? cards, among: Set(photosHere.keys)))
  }

  /// Writes cards into one sealed file for someone else, who opens it with a passphrase.
  ///
  /// It contains the cards as they are now, and their photos: no key or history of this vault, no removed cards, and
  /// nothing about when and how cards were used, except that one-time cards were.
  ///
  /// - Parameters:
  ///   - chosen: the cards; `nil` for all that are shown.
  ///   - path: the new file.
  ///   - passphrase: opens the file.
  ///   - cost: the work for each guess at the passphrase.
  ///   - derivation: derives a key from the passphrase; the vault's other calls do not wait for it.
  /// - Returns: what the bundle contains.
  /// - Throws: like `export(_:to:)`, or `.noMemoryForPassphrase`.
  public nonisolated func export(
    _ chosen: [CardID]? = nil, to path: FilePath, passphrase: consuming sending Passphrase,
    cost: KeyDerivationCost = .moderate, derivation: KeyDerivation = .argon2id
  ) async throws(VaultError) -> BundleSummary {
    let root = try VaultError.ofKeys { () throws(SealingError) in try RootKey.generate() }
    let wrapped: WrappedKey
    do throws(SealingError) {
      wrapped = try WrappedKey.wrap(root, with: passphrase, cost: cost, derivation: derivation)
    } catch {
      throw VaultError(error, keyFile: FilePath())
    }
    return try await export(chosen, to: path, under: root, wrapped)
  }

  private func export(
    _ chosen: [CardID]?, to path: FilePath, under root: consuming sending RootKey,
    _ wrapped: WrappedKey
  ) throws(VaultError) -> BundleSummary {
    let cards = chosen.map { $0.compactMap(card) } ?? cards
    let folder = try Self.openFolder(locations.vault)
    let stored = try judgedAnew().payloads
    var photos: [ContentHash: BundlePlan.Photo] = [:]
    var revisions: [SegmentRevision] = []
    for card in cards {
      var additions: [FieldChange] = []
      for reference in PhotoReferences(fields(of: card.id)).list {
        guard let photo = stored[reference.identity] else { continue }
        let message = try photoForOthers(reference.identity, photo, in: folder)
        photos[reference.identity] = BundlePlan.Photo(
          identity: reference.identity, stored: photo, byteCount: message.count)
        additions.append(PhotoReferences.addition(of: reference.identity, side: reference.side))
      }
      revisions.append(
        SegmentRevision(card: card.id, kind: .edit, changes: card.forOthers.changes + additions))
    }
    let wall = now()
    let payload = Segment.payload(
      device: 1, sequence: 1, previous: nil, seen: [], clock: HybridClock(0).next(at: wall),
      wall: wall, revisions: revisions, undoes: nil)
    guard payload.count <= VaultLayout.fileByteLimit else {
      throw .tooLarge(byteCount: payload.count)
    }
    let entry = Pack.Entry(payload: payload[...])
    let head = Cardvault_Vault_Pack.with {
      $0.created = wall.milliseconds
      $0.source = Data(keys.source)
    }
    let plan = BundlePlan(
      head: head, entries: [entry],
      photos: photos.sorted { $0.key < $1.key }.map(\.value))
    let line = try VaultError.ofKeys { () throws(SealingError) in
      try EnvelopeFile.line(of: wrapped)
    }
    let key = try envelopeKey(of: root)
    let byteCount = try write(plan, under: key, after: line, to: path) { photo throws(VaultError) in
      try self.photoForOthers(photo.identity, photo.stored, in: folder)
    }
    return BundleSummary(
      origin: .passphrase, cardCount: cards.count, segmentCount: 1, photoCount: photos.count,
      byteCount: byteCount, missingPhotos: photosWithoutFile(of: cards, among: Set(stored.keys)))
  }

  /// The vault's files of free kinds.
  private func others(in folder: borrowing Folder) throws(VaultError) -> [Data] {
    var found: [Data] = []
    for file in try VaultListing(of: folder).files {
      guard file.kind == .other, let opened = OpenedFile(file, in: folder, keys.current),
        case .payload(.other, _) = opened.content,
        let bytes = try? folder.read(file.path, limit: StoredKind.other.byteLimit)
      else { continue }
      found.append(Data(bytes))
    }
    return found
  }

  /// A photo's message, with only the fields that this program knows.
  private func photoForOthers(
    _ identity: ContentHash, _ stored: JudgedFolder.StoredPayload, in folder: borrowing Folder
  ) throws(VaultError) -> [UInt8] {
    guard let photo = Cardvault_Vault_Photo(payload: try payload(identity, stored, in: folder)[...])
    else { throw .damaged([stored.file.path]) }
    let message = Cardvault_Vault_Photo.with {
      $0.mediaType = photo.pictureType ?? photo.mediaType
      $0.content = photo.content
    }
    return message.bytes
  }

  private func envelopeKey(of root: borrowing RootKey) throws(VaultError) -> EnvelopeKey {
    do throws(SealingError) { return try root.envelopeKey(.bundle) } catch {
      throw .noGuardedMemory
    }
  }

  /// - Returns: the bundle's size in bytes.
  private func write(
    _ plan: BundlePlan, under key: consuming EnvelopeKey, after line: [UInt8], to path: FilePath,
    photo: (BundlePlan.Photo) throws(VaultError) -> [UInt8]
  ) throws(VaultError) -> Int {
    let payloadByteCount = plan.payloadByteCount
    let byteCount =
      line.count + EnvelopeWriter.fileByteCount(payloadByteCount: payloadByteCount)
    guard byteCount <= BundleFile.byteLimit else { throw .tooLarge(byteCount: byteCount) }
    let parent = path.removingLastComponent()
    let name = path.lastComponent?.string ?? "."
    var file = try VaultError.naming(path) { () throws(SystemFailure) in
      try UnnamedFile(name, in: parent.isEmpty ? "." : parent.string)
    }
    try VaultError.naming(path) { () throws(SystemFailure) in try file.write(line.span) }
    var writer = try writer(of: payloadByteCount, under: key, to: file, path)
    try plan.write(to: &writer, at: path, photo: photo)
    try VaultError.naming(path) { () throws(SystemFailure) in
      try writer.finish()
      try file.place()
    }
    return byteCount
  }

  private func writer(
    of payloadByteCount: Int, under key: consuming EnvelopeKey, to file: borrowing UnnamedFile,
    _ path: FilePath
  ) throws(VaultError) -> EnvelopeWriter {
    do throws(SystemFailure) {
      return try EnvelopeWriter(
        key, payloadByteCount: payloadByteCount, to: file.descriptor, using: &generator)
    } catch {
      throw VaultError(error, path)
    }
  }
}

/// A bundle to write; photos stay in their files until then.
struct BundlePlan {
  struct Photo {
    let identity: ContentHash
    let stored: JudgedFolder.StoredPayload
    /// The length of its message in the bundle.
    let byteCount: Int
  }

  /// The bundle without segments and photos.
  var head: Cardvault_Vault_Pack
  var entries: [Pack.Entry]
  var photos: [Photo]

  private static let segmentTag: UInt8 = 3 << 3 | 2
  private static let photoTag: UInt8 = 5 << 3 | 2

  var payloadByteCount: Int {
    let fields = photos.map(\.byteCount) + entries.map(\.payload.count)
    return head.bytes.count
      + fields.reduce(0) { $0 + 1 + Varint.bytes(of: UInt64($1)).count + $1 }
  }

  /// Writes the payload, photos first, so that references to them are valid at any point of a merge.
  ///
  /// - Throws: errors from `photo`, which returns a photo's message; the system's error, which names `path`; or
  ///   `VaultError.damaged` if a photo changed meanwhile.
  func write(
    to writer: inout EnvelopeWriter, at path: FilePath,
    photo: (Photo) throws(VaultError) -> [UInt8]
  ) throws(VaultError) {
    func write(_ bytes: [UInt8]) throws(VaultError) {
      do throws(SystemFailure) { try writer.write(bytes.span) } catch {
        throw VaultError(error, path)
      }
    }
    try write(head.bytes)
    let count = WorkMeter.begin(.bundling, count: photos.count + entries.count)
    defer { count.end() }
    for stored in photos {
      let message = try photo(stored)
      guard message.count == stored.byteCount else { throw .damaged([stored.stored.file.path]) }
      try write([Self.photoTag] + Varint.bytes(of: UInt64(message.count)))
      try write(message)
      count.advance()
    }
    for entry in entries {
      try write([Self.segmentTag] + Varint.bytes(of: UInt64(entry.payload.count)))
      try write(Array(entry.payload))
      count.advance()
    }
  }
}
