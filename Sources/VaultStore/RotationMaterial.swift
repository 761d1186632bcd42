internal import Cards
internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SwiftProtobuf

/// Everything in a vault, as a rotation seals it anew or a bundle hands it on.
struct RotationMaterial {
  /// What it is for.
  enum Purpose {
    /// Revisions of cards that are removed now lose their changes.
    case rotation
    /// Everything is as it is, and what came late is left out.
    case bundle
  }

  /// All segments.
  let entries: [Pack.Entry]
  /// Those that lie in files of earlier epochs only.
  let late: [Pack.Entry]
  /// All photos, by identity.
  let photos: [ContentHash: Cardvault_Vault_Photo]
  /// Those that lie in files of earlier epochs only.
  let latePhotos: [ContentHash: Cardvault_Vault_Photo]
  /// The files of earlier epochs, as far as they could be opened.
  let oldFiles: [StoredFile]

  /// Reads everything; files that cannot be opened are passed over.
  init(
    of folder: borrowing Folder, keys: VaultKeys, for purpose: Purpose = .rotation
  ) throws(SystemFailure) {
    var best: [ContentHash: Pack.Entry] = [:]
    var current: [ContentHash: Pack.Entry] = [:]
    var photos: [ContentHash: Cardvault_Vault_Photo] = [:]
    var currentPhotos: Set<ContentHash> = []
    var oldFiles: [StoredFile] = []
    func take(_ entry: Pack.Entry, _ isCurrent: Bool) {
      if best[entry.identity]?.isPurged ?? true { best[entry.identity] = entry }
      if isCurrent, current[entry.identity]?.isPurged ?? true { current[entry.identity] = entry }
    }
    for file in try VaultListing(of: folder).files {
      guard let opened = OpenedFile(file, in: folder, keys),
        case .payload(let kind, let epoch, let payload) = opened.content
      else { continue }
      let isCurrent = epoch == keys.epoch
      // Files of a finished epoch are not read: whoever has an old key could have made them.
      if epoch < keys.finishedBefore { continue }
      switch kind {
      case .vault: continue
      case .segment:
        take(Pack.Entry(identity: opened.hash, payload: payload, isPurged: false), isCurrent)
      case .pack:
        guard let pack = try? Pack(payload: payload) else { continue }
        for entry in pack.entries { take(entry, isCurrent) }
      case .photo:
        guard var photo = try? Cardvault_Vault_Photo(serializedBytes: Array(payload)) else {
          continue
        }
        if photo.identity.isEmpty { photo.identity = Data(opened.hash.bytes) }
        guard let identity = ContentHash(photo.identity) else { continue }
        photos[identity] = photo
        if isCurrent { currentPhotos.insert(identity) }
      }
      if !isCurrent { oldFiles.append(file) }
    }
    let removed = purpose == .rotation ? Self.removedCards(best.values) : []
    entries = best.values.map { Self.purged($0, of: removed) }
      .sorted { $0.identity < $1.identity }
    late = entries.filter { entry in
      guard let known = current[entry.identity] else { return true }
      return known.isPurged && known.payload != entry.payload
    }
    self.photos = photos
    latePhotos = photos.filter { !currentPhotos.contains($0.key) }
    self.oldFiles = oldFiles
  }

  private static func removedCards(_ entries: some Sequence<Pack.Entry>) -> Set<CardID> {
    let segments = entries.compactMap { try? Segment(payload: $0.payload, identity: $0.identity) }
    let merged = MergedCards(merging: History(segments).revisions)
    return Set(
      merged.cards.filter(\.value.isRemoved).keys.flatMap { merged.joined.members(of: $0) })
  }

  private static func purged(_ entry: Pack.Entry, of cards: Set<CardID>) -> Pack.Entry {
    guard let payload = try? Segment.purged(payload: entry.payload, of: cards) else { return entry }
    return Pack.Entry(identity: entry.identity, payload: payload[...], isPurged: true)
  }
}

extension Vault {
  /// A pack of a rotation takes so many bytes before the next one is begun.
  private static let packByteCount = 16 << 20

  func everything(in folder: borrowing Folder) throws(VaultError) -> RotationMaterial {
    let keys = keys
    return try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try RotationMaterial(of: folder, keys: keys)
    }
  }

  /// Seals segments and photos under a key, and reads them back.
  func seal(
    _ entries: [Pack.Entry], _ photos: [ContentHash: Cardvault_Vault_Photo], under key: EpochKeys,
    by device: UInt64, in folder: borrowing Folder
  ) throws(VaultError) {
    var rest = entries[...]
    while !rest.isEmpty {
      var byteCount = 0
      let part = rest.prefix { entry in
        defer { byteCount += entry.payload.count }
        return byteCount < Self.packByteCount
      }
      rest = rest.dropFirst(part.count)
      let pack = Pack(device: device, created: now(), entries: Array(part), replaces: [])
      try seal(pack.payload, as: .pack, under: key, in: folder)
    }
    for identity in photos.keys.sorted() {
      if let photo = photos[identity] { try seal(photo.bytes, as: .photo, under: key, in: folder) }
    }
  }

  private func seal(
    _ payload: [UInt8], as kind: StoredKind, under key: EpochKeys, in folder: borrowing Folder
  ) throws(VaultError) {
    let file: [UInt8]
    do throws(SealingError) {
      file = try key.seal(payload, as: kind.envelopeKind, using: &generator)
    } catch {
      throw .noGuardedMemory
    }
    guard file.count <= kind.byteLimit else { throw .tooLarge(byteCount: file.count) }
    let place = try put(file, ContentHash(of: file.span), kind, in: folder)
    let written = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try folder.read(place.path, limit: kind.byteLimit)
    }
    guard (try? key.open(written.span, as: kind.envelopeKind)) == payload[...] else {
      throw .damaged([place.path])
    }
  }
}
