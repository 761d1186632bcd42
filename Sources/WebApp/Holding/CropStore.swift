internal import Cards
internal import Synchronization

/// Photos of drafts that are compared while reviewing: in memory only, and only until they are decided.
final class CropStore: Sendable {
  private struct Crop {
    let card: CardID
    let bytes: [UInt8]
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

  /// Keeps the photo that some drafts were read from; the oldest photos go.
  func keep(_ picture: KeptPicture, of cards: [CardID]) {
    crops.withLock { crops in
      crops.removeAll { cards.contains($0.card) }
      crops += cards.suffix(Self.mostCount).map { Crop(card: $0, bytes: picture.bytes) }
      while crops.count > Self.mostCount
        || crops.reduce(0, { $0 + $1.bytes.count }) > Self.mostBytes
      {
        crops.removeFirst()
      }
    }
  }

  /// Drops the photos of drafts that were decided.
  func drop(_ cards: [CardID]) {
    crops.withLock { crops in crops.removeAll { cards.contains($0.card) } }
  }

  /// Drops all photos: with the lock.
  func dropAll() { crops.withLock { $0 = [] } }
}
