package import Cards
internal import VaultStore

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
  /// The decision between several photos of one side, in one line; `nil` if there is none.
  package var photoDecision: String? {
    let sides = sidesWithSeveralPhotos.map { side, numbers in
      let list = numbers.map(String.init).joined(separator: ", ")
      return "\(numbers.count) photos of the \(side.words) (\(list))"
    }
    return sides.isEmpty
      ? nil
      : "\(sides.joined(separator: " and ")): cardvault show \(shortID) --photo-number N shows one, "
        + "cardvault edit \(shortID) --remove-photo N removes one"
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
  package var advice: String {
    "cardvault sync TARGET --check, with another copy; or keep a photo again: cardvault edit CARD --photo FILE, "
      + "or --photo-back FILE for a back"
  }
}
