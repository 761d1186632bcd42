internal import Cards
internal import Glibc
package import SystemPackage

/// The terminal behind a file descriptor: whether there is one, and how large.
package enum TTY {
  /// Columns and rows of a terminal.
  package struct Size: Sendable {
    /// How many characters fit in a line.
    package let columns: Int
    /// How many lines fit.
    package let rows: Int
  }

  /// How bright a terminal's own background is.
  package enum Background: Sendable {
    case dark, light
  }

  /// The background, as COLORFGBG states it (rxvt's manual: its last number is the colour behind the text); `nil` where it
  /// does not.
  package static var background: Background? {
    guard let last = Environment["COLORFGBG"]?.split(separator: ";").last, let number = Int(last)
    else { return nil }
    // Of the 16 colours, 7 and 9 to 15 are light.
    return number == 7 || (9...15).contains(number) ? .light : .dark
  }

  /// Whether the descriptor is a terminal.
  package static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }

  /// The size of the terminal on standard output or standard error; `nil` when there is none or its size is unknown.
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
