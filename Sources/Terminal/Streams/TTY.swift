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

  /// The background according to COLORFGBG, whose last number is the background colour (rxvt's manual); `nil` if unset.
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

  /// The size of the terminal on standard output or standard error; `nil` if there is none or its size is unknown.
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

/// Standard input, output and error, as the process inherited them.
package enum StandardStreams {
  /// Prevents files opened later from getting the numbers of closed standard streams: results would be written into such a
  /// file, or a vault's file read as typed input.
  ///
  /// The placeholders can be neither read nor written, so using them fails as before.
  package static func hold() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Does the same for a descriptor that a person named for reading.
  package static func hold(_ descriptor: Int32) {
    guard fcntl(descriptor, F_GETFD) < 0 else { return }
    let placeholder = unsafe open("/dev/null", O_WRONLY)
    // An impossible number stays closed.
    if placeholder != descriptor {
      _ = dup2(placeholder, descriptor)
      close(placeholder)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
