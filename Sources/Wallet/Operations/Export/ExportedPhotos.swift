internal import Cards
internal import VaultFormat
internal import VaultStore

/// The photos of cards, for a file with limited room.
struct ExportedPhotos {
  /// A photo that is in the file.
  struct Chosen {
    let card: CardID
    let side: CardPhoto.Side
    let file: PhotoFile
  }

  /// The photos in the file.
  private(set) var chosen: [Chosen] = []
  /// The cards of which a photo is not in the file.
  private(set) var incomplete: Set<CardID> = []
  /// Whether a photo is not in the file because there is no more room.
  private(set) var isFull = false
  /// How many photos have no intact file in the vault.
  private(set) var missingCount = 0

  /// Adds the photos of cards, in their order, as long as there is room.
  ///
  /// - `room`: How many bytes there are for photos.
  /// - `limit`: How many photos there may be.
  /// - `sides`: The sides of which each card may have one photo; `nil` for all photos.
  /// - `size`: Maps a photo's size in bytes to its size in the file.
  init(
    of cards: [Card], in vault: Vault, room: Int, limit: Int = .max,
    sides: [CardPhoto.Side]? = nil, size: (Int) -> Int
  ) async throws(VaultError) {
    let count = WorkMeter.begin(.exporting, count: cards.reduce(0) { $0 + $1.photos.count })
    defer { count.end() }
    var room = room
    for card in cards {
      var taken: Set<CardPhoto.Side> = []
      for photo in card.photos {
        defer { count.advance() }
        let hasPlace = sides.map { $0.contains(photo.side) && !taken.contains(photo.side) } ?? true
        guard hasPlace else {
          incomplete.insert(card.id)
          continue
        }
        guard let file = try await vault.file(of: photo) else {
          missingCount += 1
          incomplete.insert(card.id)
          continue
        }
        guard chosen.count < limit, size(file.bytes.count) <= room else {
          isFull = true
          incomplete.insert(card.id)
          continue
        }
        room -= size(file.bytes.count)
        taken.insert(photo.side)
        chosen.append(Chosen(card: card.id, side: photo.side, file: file))
      }
    }
  }
}
