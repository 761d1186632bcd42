package import Cards

extension Card {
  /// What a person must do before the code can be trusted; `nil` if nothing.
  package var doubtWords: String? {
    guard review == .doubtfulDraft else { return nil }
    return hasPartialCode
      ? "Digits could not be read: complete the number from the card."
      : "The code was hard to read: compare the number with the card."
  }
}
