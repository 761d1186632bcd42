package import Cards
package import Drawing
package import SystemPackage
package import VaultFormat

/// Why an operation on cards failed.
///
/// No case contains a code, a printed number or a key.
package enum WalletError: Error, Sendable, Hashable {
  /// A vault's key was typed where a card's code or text belongs.
  case keyTyped
  /// The typed text is not a code.
  case code(CodeProblem)
  /// The typed text is not accepted on a card.
  case text(TextProblem)
  /// The code cannot be drawn, so no till could scan it.
  case undrawable(DrawingError)
  /// Another card, with this name, has the code.
  case codeTaken(cardName: String)
  /// A name was given for one card, but this many different codes were found.
  case severalCodes(Int)
  /// The folder with this name cannot be listed.
  case folderUnreadable(name: String, Errno)
  /// The folder with this name contains no pictures.
  case noPictures(folderName: String)
  /// The card could be used only once, and was used.
  case usedUp
  /// The card has no balance to spend from.
  case noBalance
  /// The amount to spend is zero.
  case zeroAmount
  /// The amount's unit differs from that of the card's balance, which is given.
  case otherUnit(Balance)
  /// The amount is more than the card's balance, which is given.
  case notEnough(Balance)
  /// Digits of the card's code are missing, so it cannot be accepted.
  case partialCode
  /// The photo was not kept.
  case photo(PhotoProblem)
  /// More cards than one printed document holds.
  case tooManyCards
  /// This machine's clock shows a year outside 1 to 9999.
  case noDay
  /// The vault could not be changed.
  case vault(VaultError)
}

extension WalletError {
  /// Changes a vault, and wraps its errors.
  static func wrapping<Value>(
    _ change: () async throws(VaultError) -> Value
  ) async throws(WalletError) -> Value {
    do throws(VaultError) { return try await change() } catch { throw .vault(error) }
  }
}
