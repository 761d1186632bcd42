internal import ReaderLink

/// Why the reader ends before its input does.
enum Ending: Error {
  /// The command line is invalid.
  case usage
  /// A step of the sandbox that every kernel supports failed, with this error number.
  case sandbox(errno: Int32)
  /// The image library could not be started.
  case decoders
  /// The connection to cardvault broke.
  case link
  /// The SVG could not be rendered.
  case rendering
  /// The photo could not be shown.
  case picture
  /// The archive could not be written.
  case archive
  /// The output file could not be written.
  case output
  /// The photo does not show exactly one key.
  case key(KeyEnding)

  /// The exit status, from `sysexits.h` where it has a number; otherwise 1.
  var status: Int32 {
    switch self {
    case .usage: 64
    // EX_SOFTWARE.
    case .rendering, .picture, .archive: 70
    case .output: SheetRequest.notWrittenStatus
    case .key(let ending): ending.status
    case .sandbox, .decoders, .link: 1
    }
  }

  /// Prints the reason to standard error, without any content of a picture.
  func report() {
    let reason =
      switch self {
      case .usage:
        "usage: cardvault-reader [--live | --render png|pdf | --render-each | --sheet png|pdf | --key | --view PAGE [X Y]... | --thumbnails | --archive | --write-archive | --write-archives | --check | --version [--verbose]]; cardvault starts it"
      case .sandbox(let errno): "the sandbox could not be set up (error \(errno))"
      case .decoders: "the image library could not be started"
      case .link: "the connection to cardvault broke"
      case .rendering: "the drawing could not be rendered"
      case .picture: "the photo could not be shown"
      case .archive: "the archive could not be written"
      case .output: "the output could not be written"
      case .key: "the photo does not show exactly one readable key"
      }
    ReaderStreams.remark("cardvault-reader: \(reason)\n")
  }
}
