internal import Glibc
internal import SystemPackage

/// The terminal behind a file descriptor: whether there is one, and how large.
enum Terminal {
  /// Columns and rows of a terminal.
  struct Size {
    var columns: Int
    var rows: Int
  }

  /// Whether the descriptor is a terminal.
  static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }

  /// The size of the terminal on standard output or standard error; `nil` when there is none or it does not say.
  static var size: Size? {
    for descriptor in [FileDescriptor.standardOutput, .standardError] {
      var window = winsize()
      if unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
        window.ws_row > 0
      {
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
      }
    }
    return nil
  }
}
