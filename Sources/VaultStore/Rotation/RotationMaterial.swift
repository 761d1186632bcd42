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

  /// How far it can be trusted that something is what it is called: whoever has an older key could have made
  /// a file of an earlier epoch, and say of it what they like.
  private enum Standing: Int, Comparable {
    /// The hash of its own file says so.
    case proved
    /// A file of the newest epoch says so.
    case current
    /// A file of an earlier epoch says so.
    case older

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Where a photo lies: photos are large, and read one at a time.
  struct StoredPhoto {
    let file: StoredFile
    /// How many bytes it has as a message with its identity.
    let byteCount: Int
  }

  /// All segments.
  let entries: [Pack.Entry]
  /// Those that lie in files of earlier epochs only.
  let late: [Pack.Entry]
  /// All photos, by identity.
  let photos: [ContentHash: StoredPhoto]
  /// Those that lie in files of earlier epochs only.
  let latePhotos: [ContentHash: StoredPhoto]
  /// The files of earlier epochs, as far as they could be opened.
  let oldFiles: [StoredFile]

  /// Reads everything; files that cannot be opened are passed over.
  init(
    of folder: borrowing Folder, keys: VaultKeys, for purpose: Purpose = .rotation
  ) throws(SystemFailure) {
    var best: [ContentHash: (entry: Pack.Entry, standing: Standing)] = [:]
    var current: [ContentHash: Pack.Entry] = [:]
    var photos: [ContentHash: (photo: StoredPhoto, standing: Standing)] = [:]
    var currentPhotos: Set<ContentHash> = []
    var oldFiles: [StoredFile] = []
    func take(_ entry: Pack.Entry, _ standing: Standing, _ isCurrent: Bool) {
      if let known = best[entry.identity] {
        best[entry.identity] = Self.better((entry, standing), known)
      } else {
        best[entry.identity] = (entry, standing)
      }
      if isCurrent {
        current[entry.identity] =
          current[entry.identity].map { $0.joined(with: entry) ?? $0 } ?? entry
      }
    }
    for file in try VaultListing(of: folder).files {
      guard let opened = OpenedFile(file, in: folder, keys),
        case .payload(let kind, let age, let payload) = opened.content
      else { continue }
      let isCurrent = age == .newest
      // Files of a finished epoch are not read: whoever has an old key could have made them.
      if age == .ended { continue }
      switch kind {
      case .vault: continue
      case .segment:
        let entry = Pack.Entry(identity: opened.hash, payload: payload, isPurged: false)
        take(entry, .proved, isCurrent)
      case .pack:
        guard let pack = try? Pack(payload: payload) else { continue }
        for entry in pack.entries { take(entry, isCurrent ? .current : .older, isCurrent) }
      case .photo:
        guard let (identity, photo) = Cardvault_Vault_Photo.identified(payload, opened.hash) else {
          continue
        }
        let standing: Standing =
          identity == opened.hash ? .proved : isCurrent ? .current : .older
        if photos[identity].map({ standing < $0.standing }) ?? true {
          photos[identity] = (StoredPhoto(file: file, byteCount: photo.bytes.count), standing)
        }
        if isCurrent { currentPhotos.insert(identity) }
      }
      if !isCurrent { oldFiles.append(file) }
    }
    for (identity, known) in current where known.isPurged {
      guard let found = best[identity], found.standing == .older, !found.entry.isPurged,
        !Segment.isPurged(known.payload, from: found.entry.payload)
      else { continue }
      best[identity] = (known, .current)
    }
    let removed = purpose == .rotation ? Self.removedCards(best.values.map(\.entry)) : []
    entries = best.values.map { Self.purged($0.entry, of: removed) }
      .sorted { $0.identity < $1.identity }
    late = entries.filter { entry in
      guard let known = current[entry.identity] else { return true }
      return known.isPurged && known.payload != entry.payload
    }
    self.photos = photos.mapValues(\.photo)
    latePhotos = self.photos.filter { !currentPhotos.contains($0.key) }
    self.oldFiles = oldFiles
  }

  /// The one of two entries that says more, and of those that say as much, that which is trusted more.
  private static func better(
    _ new: (entry: Pack.Entry, standing: Standing), _ known: (entry: Pack.Entry, standing: Standing)
  ) -> (entry: Pack.Entry, standing: Standing) {
    guard new.entry.isPurged == known.entry.isPurged else {
      return known.entry.isPurged ? new : known
    }
    let better = new.standing < known.standing ? new : known
    guard better.entry.isPurged else { return better }
    return (known.entry.joined(with: new.entry) ?? better.entry, better.standing)
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
  static let packByteCount = 16 << 20

  func everything(
    in folder: borrowing Folder, for purpose: RotationMaterial.Purpose = .rotation
  ) throws(VaultError) -> RotationMaterial {
    let keys = keys
    return try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try RotationMaterial(of: folder, keys: keys, for: purpose)
    }
  }

  /// Seals segments and photos under a key, and reads them back.
  ///
  /// - Returns: the packs that were written.
  func seal(
    _ entries: [Pack.Entry], _ photos: [ContentHash: RotationMaterial.StoredPhoto],
    under key: EpochKeys,
    by device: UInt64, in folder: borrowing Folder
  ) throws(VaultError) -> Set<ContentHash> {
    var packs: Set<ContentHash> = []
    var rest = entries[...]
    while !rest.isEmpty {
      let part = rest.prefix(ofByteCount: Self.packByteCount)
      rest = rest.dropFirst(part.count)
      let pack = Pack(device: device, created: now(), entries: Array(part), replaces: [])
      packs.insert(try seal(pack.payload, as: .pack, under: key, in: folder))
    }
    for identity in photos.keys.sorted() {
      guard let stored = photos[identity] else { continue }
      let photo = try photo(identity, stored, in: folder)
      try seal(photo, as: .photo, under: key, in: folder)
    }
    return packs
  }

  /// A photo with its identity, as it was found a moment ago.
  func photo(
    _ identity: ContentHash, _ stored: RotationMaterial.StoredPhoto, in folder: borrowing Folder
  ) throws(VaultError) -> [UInt8] {
    guard let opened = OpenedFile(stored.file, in: folder, keys),
      case .payload(.photo, _, let payload) = opened.content,
      let (found, photo) = Cardvault_Vault_Photo.identified(payload, opened.hash),
      found == identity
    else { throw .damaged([stored.file.path]) }
    let bytes = photo.bytes
    guard bytes.count == stored.byteCount else { throw .damaged([stored.file.path]) }
    return bytes
  }

  @discardableResult
  private func seal(
    _ payload: [UInt8], as kind: StoredKind, under key: EpochKeys, in folder: borrowing Folder
  ) throws(VaultError) -> ContentHash {
    let file: [UInt8]
    do throws(SealingError) {
      file = try key.seal(payload, as: kind.envelopeKind, using: &generator)
    } catch {
      throw .noGuardedMemory
    }
    guard file.count <= kind.byteLimit else { throw .tooLarge(byteCount: file.count) }
    let hash = ContentHash(of: file.span)
    let place = try put(file, hash, kind, in: folder)
    let written = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try folder.read(place.path, limit: kind.byteLimit)
    }
    guard (try? key.open(written.span, as: kind.envelopeKind)) == payload[...] else {
      throw .damaged([place.path])
    }
    return hash
  }
}

extension Cardvault_Vault_Photo {
  /// The photo in the payload of a file with this hash, with the identity that it has everywhere; `nil` when it
  /// is none.
  static func identified(
    _ payload: ArraySlice<UInt8>, _ hash: ContentHash
  ) -> (identity: ContentHash, photo: Cardvault_Vault_Photo)? {
    guard var photo = try? Cardvault_Vault_Photo(serializedBytes: Array(payload)) else {
      return nil
    }
    if photo.identity.isEmpty { photo.identity = Data(hash.bytes) }
    return ContentHash(photo.identity).map { ($0, photo) }
  }
}
