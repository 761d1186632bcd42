/// Why there is no full screen, or none any more.
package enum ScreenError: Error, Sendable, Equatable {
  /// No terminal that can place its cursor: TERM is unset, "dumb" or unknown, or the streams are none.
  case noTerminal
  /// The window is too small for pages; `Window.isLargeEnough` has the limits.
  case tooSmall(columns: Int, rows: Int)
  /// Ctrl-C arrived as a key, as it does where it is no signal.
  case interrupted
  /// The terminal hung up.
  case ended
}
