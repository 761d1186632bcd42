package import Cards

extension Failure {
  /// A change that was not undone, because none was left.
  ///
  /// - Parameter card: The card whose last change was meant; `nil` for the last change that this device made.
  package init(nothingUndone card: Card?) {
    let (reason, advice) =
      switch card {
      case let card?:
        (
          "“\(card.name)” has no change left to undo",
          "cardvault history \(card.shortID), to see all changes"
        )
      case nil:
        (
          "this device has no change left to undo",
          "cardvault undo CARD, for a change made on another device"
        )
      }
    self.init("nothing was undone", because: reason, try: advice, status: .nothingFound)
  }
}
