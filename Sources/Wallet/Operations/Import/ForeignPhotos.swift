internal import Cards
internal import ReaderLink
internal import VaultFormat
internal import VaultStore
internal import WalletFiles

/// Puts the photos of other wallets' cards into a vault, made small and without metadata, as all photos are.
///
/// Their archives are opened once more, one after the other; of each, a few photos at a time are in memory. They are
/// stored before the cards that have them, so that no card lacks its photo; those of an import that ends early stay in
/// the vault, unseen, about 0.2 MB each (measured). Another process may have sent them already, and later nothing tells
/// them from photos of another device whose cards are still on the way: deleted here, a synced folder loses those too.
struct ForeignPhotos {
  /// A photo that a card is going to get.
  private struct Wanted {
    let path: String
    let card: Card
    let photo: ForeignCard.Photo

    /// The photo's name among those of the archive; `nil` for one in the file itself.
    var name: String? {
      photo.member.isEmpty ? nil : ForeignFile.name(of: photo.member, inPass: photo.archive)
    }

    /// That it cannot be kept.
    func unkept(_ problem: PhotoProblem) -> ImportItem {
      ImportItem(.photoNotKept(card, photo.side, problem), of: path, part: card.name)
    }
  }

  /// As soon as photos of an archive have as many bytes together, they are stored: 8 MiB, ten photos of a camera that
  /// saves space.
  private static let batchByteCount = 8 << 20

  private let vault: Vault
  private let opener = ArchiveOpener()
  /// How many photos there are in all files.
  let total: Int
  /// How many were stored, or could not be.
  private(set) var done = 0 { didSet { work.advance() } }
  /// Storing them; whoever began it ends it.
  let work: WorkMeter.Count
  /// The photos that were stored, by the card.
  private var stored: [CardID: [CardPhoto]] = [:]
  /// How many were stored.
  private(set) var count = 0

  init(of outcomes: [ImportOutcome], into vault: Vault) {
    self.vault = vault
    total = outcomes.reduce(0) { $0 + Self.wanted($1).count }
    work = WorkMeter.begin(.photos, count: total)
  }

  /// Stores the photos of one file; a text, which has no archive, holds its photos' bytes itself.
  ///
  /// - Returns: Those that could not be kept.
  /// - Throws: `ReaderLinkError`, `WalletError.vault`, and what `progress` throws.
  mutating func store(
    of outcome: ImportOutcome, from archive: ForeignArchive?, onMissing: ([String]) -> Void,
    progress: (Int, Int) throws -> Void
  ) async throws -> [ImportItem] {
    let wanted = Self.wanted(outcome)
    var unkept = try await store(
      wanted.filter { $0.name == nil }.map { (wanted: $0, bytes: $0.photo.bytes) }, onMissing,
      progress)
    let inArchive = wanted.filter { $0.name != nil }
    if inArchive.isEmpty { return unkept }
    var missing = Dictionary(grouping: inArchive, by: { $0.name ?? "" })
    let names = Set(missing.keys)
    var batch: [(wanted: Wanted, bytes: [UInt8])] = []
    var byteCount = 0
    do {
      _ = try await archive?.open(
        by: opener, onMissing: onMissing, keeping: { names.contains($0) }
      ) { name, bytes in
        batch += (missing.removeValue(forKey: name) ?? []).map { (wanted: $0, bytes: bytes) }
        byteCount += bytes.count
        if byteCount < Self.batchByteCount { return }
        let full = batch
        batch = []
        byteCount = 0
        unkept += try await store(full, onMissing, progress)
      }
    } catch is ForeignProblem {
      // It could be opened a moment ago.
    } catch is PictureSource.Failure {
      // It was there a moment ago.
    }
    unkept += try await store(batch, onMissing, progress)
    for each in inArchive where missing[each.name ?? ""] != nil {
      done += 1
      unkept.append(each.unkept(.failed(.source(.missing))))
    }
    return unkept
  }

  /// Stores photos, and returns those that could not be kept.
  private mutating func store(
    _ photos: [(wanted: Wanted, bytes: [UInt8])], _ onMissing: ([String]) -> Void,
    _ progress: (Int, Int) throws -> Void
  ) async throws -> [ImportItem] {
    if photos.isEmpty { return [] }
    var unkept: [ImportItem] = []
    // QR Codes only: that is what a vault's key would be, and the card has its codes already.
    let request = ReadRequest(symbologies: [.qrCode], pageLimit: 1, keepsPicture: true)
    try await ReaderPool.readEach(
      of: photos.map { .bytes($0.bytes) }, request, onMissing: onMissing
    ) { index, outcome in
      let wanted = photos[index].wanted
      if let problem = try await take(outcome, for: wanted) {
        unkept.append(wanted.unkept(problem))
      }
      try progress(done, total)
    }
    return unkept
  }

  /// Whether a photo was stored for a card.
  func isKept(for card: CardID) -> Bool { stored[card] != nil }

  /// Gives cards the photos that were stored for them.
  func add(to cards: inout [Card]) {
    for index in cards.indices {
      for photo in stored[cards[index].id] ?? [] {
        if photo.side == .other {
          cards[index].photos = (cards[index].photos + [photo]).sorted()
        } else {
          cards[index].setPhoto(photo)
        }
      }
    }
  }

  /// Stores one photo, or returns why it cannot be kept.
  private mutating func take(
    _ outcome: PictureOutcome, for wanted: Wanted
  ) async throws -> PhotoProblem? {
    done += 1
    let picture: KeptPicture
    do throws(WalletError) {
      picture = try outcome.pictureToKeep()
    } catch {
      guard case .photo(let problem) = error else { throw error }
      return problem
    }
    let photo = try await WalletError.wrapping { () throws(VaultError) in
      try await vault.store(PhotoFile(picture), showing: wanted.photo.side)
    }
    stored[wanted.card.id, default: []].append(photo)
    count += 1
    return nil
  }

  private static func wanted(_ outcome: ImportOutcome) -> [Wanted] {
    outcome.items.flatMap { item in
      item.outcome.savedCard.map { card in
        item.photos.map { Wanted(path: item.path, card: card, photo: $0) }
      } ?? []
    }
  }
}
