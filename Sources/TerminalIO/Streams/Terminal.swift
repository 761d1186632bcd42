internal import Glibc
package import SystemPackage

/// The terminal behind a file descriptor: whether there is one, and how large.
package enum Terminal {
  /// Columns and rows of a terminal.
  package struct Size: Sendable {
    /// How many characters fit in a line.
    package let columns: Int
    /// How many lines fit.
    package let rows: Int
  }

  /// Whether the descriptor is a terminal.
  package static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }

  /// The size of the terminal on standard output or standard error; `nil` when there is none or it does not say.
  package static var size: Size? {
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
