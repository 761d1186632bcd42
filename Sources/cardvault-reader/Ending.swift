internal import Glibc

/// Why the reader ends before its input does.
enum Ending: Error {
  /// The command line makes no sense.
  case usage
  /// A step of the sandbox failed that every kernel can do, with this error number.
  case sandbox(errno: Int32)
  /// The image library could not be started.
  case decoders
  /// The link to cardvault broke.
  case link
  /// The SVG could not be rendered.
  case rendering

  /// 64 for a wrong command line (as `sysexits.h` numbers it), else 1.
  var status: Int32 {
    if case .usage = self { 64 } else { 1 }
  }

  /// Says why on standard error, without anything of a picture.
  func report() {
    let reason =
      switch self {
      case .usage: "usage: cardvault-reader [--render png|pdf | --check]; cardvault starts it"
      case .sandbox(let errno): "the sandbox could not be closed (error \(errno))"
      case .decoders: "the image library could not be started"
      case .link: "the link to cardvault broke"
      case .rendering: "the drawing could not be rendered"
      }
    let line = Array("cardvault-reader: \(reason)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}
