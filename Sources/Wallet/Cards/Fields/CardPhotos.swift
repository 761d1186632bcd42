package import Cards

extension Card {
  /// Gives the card a photo, which replaces those of the same side.
  package mutating func setPhoto(_ photo: CardPhoto) {
    photos = (photos.filter { $0.side != photo.side } + [photo]).sorted()
  }

  /// The sides with several photos, because two devices replaced one or cards were joined, and the numbers of these
  /// photos, from 1.
  package var sidesWithSeveralPhotos: [(side: CardPhoto.Side, numbers: [Int])] {
    [CardPhoto.Side.front, .back].compactMap { side in
      let numbers = photos.indices.filter { photos[$0].side == side }.map { $0 + 1 }
      return numbers.count > 1 ? (side, numbers) : nil
    }
  }
}
