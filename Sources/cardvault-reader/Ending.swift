internal import ReaderLink

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
  /// The file that was to be filled took no more.
  case output
  /// The photo does not show one key.
  case key(KeyEnding)

  /// What cardvault tells endings by, as `sysexits.h` numbers them where it has a number; else 1.
  var status: Int32 {
    switch self {
    case .usage: 64
    // EX_SOFTWARE.
    case .rendering: 70
    case .output: SheetRequest.notWrittenStatus
    case .key(let ending): ending.status
    case .sandbox, .decoders, .link: 1
    }
  }

  /// Says why on standard error, without anything of a picture.
  func report() {
    let reason =
      switch self {
      case .usage:
        "usage: cardvault-reader [--render png|pdf | --sheet png|pdf | --key | --check | --version]; cardvault starts it"
      case .sandbox(let errno): "the sandbox could not be closed (error \(errno))"
      case .decoders: "the image library could not be started"
      case .link: "the link to cardvault broke"
      case .rendering: "the drawing could not be rendered"
      case .output: "the file took no more"
      case .key: "no one key was read off the photo"
      }
    StandardStreams.remark("cardvault-reader: \(reason)\n")
  }
}
