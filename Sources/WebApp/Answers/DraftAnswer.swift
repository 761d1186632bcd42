/// Everything about a draft: the answer to `card`, and its position among the drafts.
typealias DraftAnswer = PageValue<CardAnswer, DraftPosition>

/// What a review shows in addition to the card.
struct DraftPosition: Encodable, Sendable {
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
