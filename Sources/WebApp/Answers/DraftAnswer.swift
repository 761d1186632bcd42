internal import Cards

/// Everything about a draft: the answer to `card`, and its position among the drafts.
struct DraftAnswer: Encodable, Sendable {
  /// What a review shows in addition to the card.
  struct Place: Encodable, Sendable {
    /// From 1.
    let position: Int
    let count: Int
    /// How many other drafts are from the same photo.
    let siblings: Int
    let doubts: [String]
    let suggestedTags: [String]
    /// What can be done with it, by the first of each `ReviewKey.commands`.
    let actions: [String]
    let hasCrop: Bool
    /// Where its code is on a photo with several.
    let mark: PhotoMark?
  }

  let card: CardAnswer
  let place: Place

  /// Writes both parts into one object.
  func encode(to encoder: any Encoder) throws {
    try card.encode(to: encoder)
    try place.encode(to: encoder)
  }
}
