package import Cards
internal import Wallet

extension Failure {
  /// A change that was not undone.
  ///
  /// - Parameters:
  ///   - card: The card whose last change was meant; `nil` for the last change that this device made.
  ///   - isPurged: Whether the values before the last change are gone; otherwise there was none left.
  package init(nothingUndone card: Card?, isPurged: Bool) {
    let (reason, advice) =
      switch (isPurged, card) {
      case (true, _):
        (
          "the state before the last change was deleted by cardvault key rotate --finish",
          "cardvault undo CARD, for another card"
        )
      case (false, let card?):
        (
          "“\(card.name)” has no change left to undo",
          "cardvault history \(card.shortID), to see all changes"
        )
      case (false, nil):
        (
          "this device has no change left to undo",
          "cardvault undo CARD, for a change made on another device"
        )
      }
    self.init("nothing was undone", because: reason, try: advice, status: .nothingFound)
  }
}
