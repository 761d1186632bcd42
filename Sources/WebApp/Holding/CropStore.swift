internal import Cards
internal import Synchronization

/// Photos of drafts that are compared while reviewing: in memory only, and only until they are decided.
final class CropStore: Sendable {
  private struct Crop {
    let card: CardID
    let bytes: [UInt8]
    let mark: PhotoMark?
  }

  // A dozen pages of a review go by before these limits matter; a picture takes at most 1 MiB.
  private static let mostCount = 32
  private static let mostBytes = 16 << 20

  /// The oldest first.
  private let crops = Mutex<[Crop]>([])

  /// The photo of a draft, a JPEG; `nil` if it is not here any more.
  subscript(card: CardID) -> [UInt8]? {
    crops.withLock { crops in crops.last { $0.card == card }?.bytes }
  }

  /// Where on its photo a draft's code is; `nil` if it is the only one there, or nobody knows.
  func mark(of card: CardID) -> PhotoMark? {
    crops.withLock { crops in crops.last { $0.card == card }?.mark }
  }

  /// Keeps the photo that some drafts were read from; the oldest photos go.
  ///
  /// - Parameters:
  ///   - picture: The photo.
  ///   - cards: The drafts.
  ///   - marks: Where on it their codes are.
  func keep(_ picture: KeptPicture, of cards: [CardID], marks: [CardID: PhotoMark] = [:]) {
    crops.withLock { crops in
      crops.removeAll { cards.contains($0.card) }
      crops += cards.suffix(Self.mostCount).map {
        Crop(card: $0, bytes: picture.bytes, mark: marks[$0])
      }
      while crops.count > Self.mostCount
        || crops.reduce(0, { $0 + $1.bytes.count }) > Self.mostBytes
      {
        crops.removeFirst()
      }
    }
  }

  /// Forgets where the code of a draft is: after a join, it has several.
  func unmark(_ card: CardID) {
    crops.withLock { crops in
      crops = crops.map { $0.card == card ? Crop(card: card, bytes: $0.bytes, mark: nil) : $0 }
    }
  }

  /// Drops the photos of drafts that were decided.
  func drop(_ cards: [CardID]) {
    crops.withLock { crops in crops.removeAll { cards.contains($0.card) } }
  }

  /// Drops all photos: with the lock.
  func dropAll() { crops.withLock { $0 = [] } }
}
