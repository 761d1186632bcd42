/// Why a full screen could not open, or had to close.
package enum ScreenError: Error, Sendable, Equatable {
  /// There is no terminal with cursor control: TERM is unset, "dumb" or unknown, or the streams are not terminals.
  case noTerminal
  /// The window is too small for pages; see `Window.isLargeEnough` for the limits.
  case tooSmall(columns: Int, rows: Int)
  /// Ctrl-C arrived as a key, not as a signal.
  case interrupted
  /// The terminal hung up.
  case ended
}
