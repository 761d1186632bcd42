internal import Cards
internal import Synchronization
internal import VaultStore
internal import Wallet
internal import WalletFiles

/// Other wallets' files that a person is choosing cards from; each belongs to the tab that sent it, and is in memory
/// only.
final class ForeignPreviews: Sendable {
  /// A file that was read.
  struct File: Sendable, Hashable {
    /// What it holds: the archive with its photos only if some of them may be kept.
    let contents: ForeignContents
    /// How many cards it has, those that cannot be read included.
    let cardCount: Int
    /// Roughly, in memory.
    let byteCount: Int

    /// Takes what a file holds.
    init(_ file: ForeignContents) {
      var contents = file
      let reading = file.reading
      let photos = reading.cards.lazy.flatMap(\.photos)
      // Logos and the like are kept only where a person asks for them.
      let isWanted = photos.contains {
        !$0.member.isEmpty && (file.keepsPhotos || $0.side != .other)
      }
      if !isWanted { contents.archive = nil }
      // It was sent to the page already.
      contents.table = nil
      contents.skipped = []
      self.contents = contents
      cardCount = reading.cards.count + reading.unreadable.count
      byteCount =
        reading.cards.reduce(0) { $0 + $1.byteCount }
        + reading.unreadable.reduce(0) { $0 + $1.name.utf8.count }
        + (contents.archive?.heldByteCount ?? 0)
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

  /// In all files: twenty times a large vault's.
  static let maxCards = 20_000
  /// Three times a drawer of 80 passes.
  static let maxFiles = 256
  /// For the texts and codes of all cards and the files with their photos: with 56 MiB, this process grows by less than
  /// 64 MB in all.
  static let maxByteCount = 56 << 20
  private static let maxAge = Duration.seconds(1_800)

  /// The oldest first.
  private let previews = Mutex<[Preview]>([])
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Whether a file by itself is within the limits.
  static func takes(_ file: File) -> Bool {
    file.cardCount <= maxCards && file.byteCount <= maxByteCount
  }

  /// Keeps a file under an id that nobody can guess; the oldest files go, and so does one that `takes` refuses.
  func keep(_ file: File, for token: String) -> String {
    let preview = Preview(token: token, file: file, since: now())
    previews.withLock { previews in
      previews.append(preview)
      while previews.count > Self.maxFiles
        || previews.reduce(0, { $0 + $1.file.cardCount }) > Self.maxCards
        || previews.reduce(0, { $0 + $1.file.byteCount }) > Self.maxByteCount
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

  /// Drops files that were imported or rejected.
  func drop(_ ids: [String], of token: String) {
    previews.withLock { previews in
      previews.removeAll { preview in ids.contains { preview.isNamed($0, by: token) } }
    }
  }

  /// Drops files that nobody has chosen from for too long.
  func dropOld() {
    let now = self.now()
    previews.withLock { previews in previews.removeAll { now - $0.since >= Self.maxAge } }
  }

  /// Drops everything when the vault is locked.
  func dropAll() { previews.withLock { $0 = [] } }
}

extension ForeignCard {
  /// The overhead of a text, a code or a photo: a file may have very many empty ones.
  private static let overhead = 128

  fileprivate var byteCount: Int {
    let texts =
      [sourceID, name, number, holder, pin, webAddress, note, formerOrigin] + tags + leftOut
    return (texts.count + codes.count + photos.count) * Self.overhead
      + texts.reduce(0) { $0 + $1.utf8.count }
      + codes.reduce(0) { $0 + $1.bytes.count + $1.text.utf8.count }
      + photos.reduce(0) { $0 + $1.member.utf8.count + $1.bytes.count }
  }
}
