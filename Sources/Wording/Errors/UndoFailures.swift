package import Cards
package import VaultStore
internal import Wallet

extension Failure {
  /// A change that was not undone.
  ///
  /// - Parameters:
  ///   - obstacle: Why the last change could not be undone; `nil` if there was none left.
  ///   - card: The card whose last change was meant; `nil` for the last change that this device made.
  package init(nothingUndone obstacle: TakenBack.Obstacle?, of card: Card? = nil) {
    let (reason, advice) =
      switch (obstacle, card) {
      case (.decision, _):
        (
          "the last change kept the value already shown, so undoing it changes nothing",
          "cardvault edit CARD, for another value; or cardvault undo CARD, which skips it"
        )
      case (.purged, _):
        (
          "the state before the last change was deleted by cardvault key rotate --finish",
          "cardvault undo CARD, for another card"
        )
      case (nil, let card?):
        (
          "“\(card.name)” has no change left to undo",
          "cardvault history \(card.shortID), to see all changes"
        )
      case (nil, nil):
        (
          "this device has no change left to undo",
          "cardvault undo CARD, for a change made on another device"
        )
      }
    self.init("nothing was undone", because: reason, try: advice, status: .nothingFound)
  }
}
