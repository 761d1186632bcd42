internal import Cards
internal import ReaderLink
internal import Synchronization

/// Photos of drafts, in memory only, until the drafts are decided.
final class CropStore: Sendable {
  private struct Crop {
    let card: CardID
    let bytes: [UInt8]
    let mark: PhotoMark?
  }

  // Enough for a dozen pages of a review; a picture takes at most 1 MiB.
  private static let maxCount = 32
  private static let maxByteCount = 16 << 20

  /// The oldest first.
  private let crops = Mutex<[Crop]>([])

  /// The photo of a draft, a JPEG; `nil` if it is no longer in memory.
  subscript(card: CardID) -> [UInt8]? {
    crops.withLock { crops in crops.last { $0.card == card }?.bytes }
  }

  /// Where on its photo a draft's code is; `nil` if it is the only one there, or unknown.
  func mark(of card: CardID) -> PhotoMark? {
    crops.withLock { crops in crops.last { $0.card == card }?.mark }
  }

  /// Keeps the photo that some drafts were read from, with their codes' marks; the oldest photos go.
  func keep(_ picture: KeptPicture, of cards: [CardID], marks: [CardID: PhotoMark] = [:]) {
    crops.withLock { crops in
      crops.removeAll { cards.contains($0.card) }
      crops += cards.suffix(Self.maxCount).map {
        Crop(card: $0, bytes: picture.bytes, mark: marks[$0])
      }
      while crops.count > Self.maxCount
        || crops.reduce(0, { $0 + $1.bytes.count }) > Self.maxByteCount
      {
        crops.removeFirst()
      }
    }
  }

  /// Forgets where the code of a draft is, as after a join, when it has several.
  func unmark(_ card: CardID) {
    crops.withLock { crops in
      crops = crops.map { $0.card == card ? Crop(card: card, bytes: $0.bytes, mark: nil) : $0 }
    }
  }

  /// Drops the photos of drafts that were decided.
  func drop(_ cards: [CardID]) {
    crops.withLock { crops in crops.removeAll { cards.contains($0.card) } }
  }

  /// Drops everything when the vault is locked.
  func dropAll() { crops.withLock { $0 = [] } }
}

/// Where on a photo a code is: its corners, as fractions of the photo's width and height.
struct PhotoMark: Encodable, Sendable, Hashable {
  /// Top left, top right, bottom right and bottom left in the symbol's own reading direction; each `[x, y]`.
  let corners: [[Double]]

  /// Writes the corners alone.
  func encode(to encoder: any Encoder) throws { try corners.encode(to: encoder) }

  /// Finds the codes of drafts on the photo that they were read from; none if it has only one code.
  static func marks(of drafts: [Card], on outcome: PictureOutcome) -> [CardID: PhotoMark] {
    guard let page = outcome.pages.first, outcome.pages.count == 1,
      let places = outcome.keptPicture?.places
    else { return [:] }
    let codes = page.markedCodes
    guard codes.count > 1, places.count == codes.count else { return [:] }
    var marks: [CardID: PhotoMark] = [:]
    for draft in drafts {
      guard let own = draft.codes.first?.canonicalBytes,
        let code = codes.firstIndex(where: { $0.barcode.canonicalBytes == own })
      else { continue }
      marks[draft.id] = PhotoMark(corners: places[code].map { [$0.x, $0.y] })
    }
    return marks
  }
}
