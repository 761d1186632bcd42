internal import Glibc
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

  /// Runs `body` while what is typed is not shown.
  static func withoutEcho<Value>(_ body: () -> Value) -> Value {
    setEcho(false)
    defer { setEcho(true) }
    return body()
  }

  /// Shows what is typed again; safe in a signal handler (`tcsetattr` is on POSIX's list).
  static func restoreEcho() { setEcho(true) }

  private static func setEcho(_ on: Bool) {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    if on { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
