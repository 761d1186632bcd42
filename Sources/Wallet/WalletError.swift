package import Drawing
package import SystemPackage
package import VaultFormat

/// Why something that a person wants done with cards cannot be done.
///
/// No case carries a code, a printed number or a key.
package enum WalletError: Error, Sendable, Hashable {
  /// A vault's key was typed where a card's code or words belong.
  case keyTyped
  /// What was typed is not a code.
  case code(CodeProblem)
  /// What was typed cannot go on a card.
  case text(TextProblem)
  /// The code cannot be drawn, so no till could read it.
  case undrawable(DrawingError)
  /// Another card, of this name, has the code.
  case codeTaken(cardName: String)
  /// One card was to be imported, and this many different codes were found.
  case severalCodes(Int)
  /// The folder of this name cannot be listed.
  case folderUnreadable(name: String, Errno)
  /// The folder of this name contains no pictures.
  case noPictures(folderName: String)
  /// This machine's clock shows a year outside 1 to 9999.
  case noDay
  /// The vault could not be changed.
  case vault(VaultError)
}

extension WalletError {
  /// Changes a vault, and wraps what goes wrong.
  static func wrapping<Value>(
    _ change: () async throws(VaultError) -> Value
  ) async throws(WalletError) -> Value {
    do throws(VaultError) { return try await change() } catch { throw .vault(error) }
  }
}
