internal import Cards

extension CardJoin {
  /// Which of two balances is kept, and which is not; `nil` where there is nothing to choose.
  package var balanceWords: String? {
    guard let kept = balances.first, let other = balances.last else { return nil }
    return
      "The two balances are not added together: \(kept.shown) is kept, \(other.shown) is not."
  }
}
