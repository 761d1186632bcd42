package import Cards

extension Card {
  /// Checks that the card's last day is not before its first day.
  ///
  /// - Throws: `WalletError.text(.neverValid)`.
  package func checkDates() throws(WalletError) {
    guard let validFrom, let expires, expires < validFrom else { return }
    throw .text(.neverValid(from: validFrom, expires: expires))
  }
}
