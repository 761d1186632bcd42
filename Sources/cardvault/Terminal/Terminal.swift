internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The terminal behind a file descriptor: whether there is one, how large, and what it echoes.
enum Terminal {
  /// Columns and rows of a terminal.
  struct Size {
    var columns: Int
    var rows: Int
  }

  /// Whether the descriptor is a terminal.
  static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }

  /// The size of the terminal on standard output or standard error; `nil` when there is none.
  static var size: Size? {
    for descriptor in [FileDescriptor.standardOutput, .standardError] {
      var window = winsize()
      if unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 {
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
      }
    }
    return nil
  }

  /// Whether what is typed is being hidden, and so must be shown again at an interruption.
  private static let isHiding = Atomic(false)

  /// Runs `body` while what is typed is not shown.
  static func withoutEcho<Value: ~Copyable, Problem: Error>(
    _ body: () throws(Problem) -> sending Value
  ) throws(Problem) -> sending Value {
    // First the note, then the deed: an interruption in between does no harm.
    isHiding.store(true, ordering: .sequentiallyConsistent)
    if !setEcho(false) { isHiding.store(false, ordering: .sequentiallyConsistent) }
    defer { restoreEcho() }
    return try body()
  }

  /// Shows what is typed again, if it was hidden.
  ///
  /// Safe in a signal handler: `tcgetattr` and `tcsetattr` are on POSIX's list.
  static func restoreEcho() {
    if isHiding.exchange(false, ordering: .sequentiallyConsistent) { _ = setEcho(true) }
  }

  /// Switches the terminal's echo.
  ///
  /// - Returns: Whether there is a terminal, and it was the other way round before.
  private static func setEcho(_ on: Bool) -> Bool {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0,
      (settings.c_lflag & tcflag_t(ECHO) != 0) != on
    else { return false }
    settings.c_lflag ^= tcflag_t(ECHO)
    return unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0
  }
}
