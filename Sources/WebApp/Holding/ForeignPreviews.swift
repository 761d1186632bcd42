internal import Cards
internal import Synchronization
internal import VaultStore
internal import Wallet
internal import WalletFiles

/// Other wallets' files whose cards a person is choosing from: each belongs to the tab that sent it, and none is ever
/// on a disk.
final class ForeignPreviews: Sendable {
  /// A file that was read.
  struct File: Sendable, Hashable {
    /// Its cards.
    let reading: ForeignReading
    /// The archive with those of their photos that may be kept; `nil` for a text, which has them itself, or if there are
    /// none.
    let archive: ForeignArchive?
    /// Whether a person asked for all photos; otherwise only fronts and backs of cards are kept.
    let keepsPhotos: Bool
    /// What they said of a table's columns, to be remembered with its cards.
    let confirmed: [RememberedColumns]
    /// How many cards it has, those that cannot be read included.
    let cardCount: Int
    /// The bytes that it takes, roughly.
    let byteCount: Int

    /// Takes the cards of a file.
    ///
    /// - Parameters:
    ///   - reading: The cards.
    ///   - archive: The archive with their photos; `nil` for a text.
    ///   - keepsPhotos: Whether a person asked for all photos.
    ///   - confirmed: What they said of a table's columns.
    init(
      _ reading: ForeignReading, from archive: ForeignArchive? = nil, keepsPhotos: Bool,
      confirmed: [RememberedColumns] = []
    ) {
      let photos = reading.cards.lazy.flatMap(\.photos)
      // Logos and the like are kept only where a person asks for them.
      let isWanted = photos.contains { !$0.member.isEmpty && (keepsPhotos || $0.side != .other) }
      self.reading = reading
      self.archive = isWanted ? archive : nil
      self.keepsPhotos = keepsPhotos
      self.confirmed = confirmed
      cardCount = reading.cards.count + reading.unreadable.count
      byteCount =
        reading.cards.reduce(0) { $0 + $1.byteCount }
        + reading.unreadable.reduce(0) { $0 + $1.name.utf8.count }
        + (self.archive?.heldByteCount ?? 0)
    }
  }

  private struct Preview {
    let id = Secret()
    let token: String
    let file: File
    let since: ContinuousClock.Instant

    func isNamed(_ id: String, by token: String) -> Bool {
      self.id.matches(id) && self.token == token
    }
  }

  /// The most cards of all files: ten times a large vault's.
  static let mostCards = 10_000
  /// The most files: three times a drawer of 80 passes.
  static let mostFiles = 256
  /// The most bytes of all cards' texts and codes, and of the files with their photos: 56 MiB, so that with the rest this
  /// process stays below 64 MB more than it takes by itself.
  static let mostBytes = 56 << 20
  /// Nobody chooses for longer.
  private static let longest = Duration.seconds(1_800)

  /// The oldest first.
  private let previews = Mutex<[Preview]>([])
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Nothing is kept yet.
  ///
  /// - Parameter now: Returns the time that age is measured by.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Whether a file alone has no more cards and bytes than are kept.
  static func takes(_ file: File) -> Bool {
    file.cardCount <= mostCards && file.byteCount <= mostBytes
  }

  /// Keeps a file; the oldest files go, and with them one that `takes` refuses.
  ///
  /// - Returns: An id that nobody can guess.
  func keep(_ file: File, for token: String) -> String {
    let preview = Preview(token: token, file: file, since: now())
    previews.withLock { previews in
      previews.append(preview)
      while previews.count > Self.mostFiles
        || previews.reduce(0, { $0 + $1.file.cardCount }) > Self.mostCards
        || previews.reduce(0, { $0 + $1.file.byteCount }) > Self.mostBytes
      {
        previews.removeFirst()
      }
    }
    return preview.id.text
  }

  /// A file; `nil` if it is gone, or belongs to another tab.
  func file(_ id: String, of token: String) -> File? {
    dropOld()
    return previews.withLock { previews in
      previews.first { $0.isNamed(id, by: token) }?.file
    }
  }

  /// Drops files that were imported, or that a person does not want.
  func drop(_ ids: [String], of token: String) {
    previews.withLock { previews in
      previews.removeAll { preview in ids.contains { preview.isNamed($0, by: token) } }
    }
  }

  /// Drops what was kept for too long.
  func dropOld() {
    let now = self.now()
    previews.withLock { previews in previews.removeAll { now - $0.since >= Self.longest } }
  }

  /// Drops everything: with the lock.
  func dropAll() { previews.withLock { $0 = [] } }
}

extension ForeignCard {
  /// What a text, a code or a photo takes besides its bytes: a file may have very many that are empty.
  private static let partByteCount = 128

  fileprivate var byteCount: Int {
    let texts =
      [sourceID, name, number, holder, pin, webAddress, note, formerOrigin] + tags + leftOut
    return (texts.count + codes.count + photos.count) * Self.partByteCount
      + texts.reduce(0) { $0 + $1.utf8.count }
      + codes.reduce(0) { $0 + $1.bytes.count + $1.text.utf8.count }
      + photos.reduce(0) { $0 + $1.member.utf8.count + $1.bytes.count }
  }
}
