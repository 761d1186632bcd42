package import Cards
internal import VaultStore

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

extension CardPhoto.Side {
  /// What a photo shows, as in “the front of Gym”.
  package var words: String {
    switch self {
    case .front, .back: name
    case .other: "other photo"
    }
  }
}

extension Card {
  /// The decision between several photos of one side; `nil` if there is none.
  package var photoDecision: Suggestion? {
    let sides = sidesWithSeveralPhotos.map { side, numbers in
      let list = numbers.map(String.init).joined(separator: ", ")
      return "\(numbers.count) photos of the \(side.words) (\(list))"
    }
    return sides.isEmpty
      ? nil
      : Suggestion(
        sides.joined(separator: " and "),
        .run("show", .card(self), "--photo-number", "N", note: "it shows one").or(
          .run("edit", .card(self), "--remove-photo", "N", note: "it removes one")))
  }
}

extension [MissingPhoto] {
  /// How many there are, with the noun.
  package var counted: String { count.photos }

  /// Why they were left out, and which cards they belong to.
  package func reason(_ names: [CardID: String]) -> String {
    let photos = map { photo in
      let name = names[photo.card].map { "“\($0)”" } ?? "a card"
      return "the \(photo.side.words) of \(name)"
    }
    return (count == 1 ? "its file is" : "their files are")
      + " missing from the vault's folder, or damaged: \(photos.shown)"
  }

  /// How to get them back.
  package var advice: Advice {
    .run("sync", "TARGET", "--check", note: "with another copy").or(
      .run(
        "edit", "CARD", "--photo", "FILE", note: "to keep a photo again; --photo-back for a back"))
  }
}
