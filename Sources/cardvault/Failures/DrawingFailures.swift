internal import Cards
internal import Drawing

extension Failure {
  /// A code that cannot be drawn.
  init(_ error: DrawingError) {
    switch error {
    case .tooWide(let needed, let available):
      self.init(
        "the code is too wide for this terminal",
        because: "it needs \(needed) columns and there are \(available)",
        try: "a wider window, a smaller font, or --as png --output card.png", status: .unexpected)
    case .tooTall(let needed, let available):
      self.init(
        "the code is too tall for this terminal",
        because: "it needs \(needed) lines and there are \(available)",
        try: "a higher window, or --as png --output card.png", status: .unexpected)
    case .outOfMemory:
      self.init(
        "the code cannot be drawn", because: "there is no memory left", status: .unexpected)
    default:
      self.init(
        "the code cannot be drawn", because: error.reason,
        try: "look whether the kind of barcode is right: cardvault edit CARD --code - --symbology",
        status: .usage)
    }
  }
}

extension DrawingError {
  /// Why a code is none of its symbology's, without the code.
  var reason: String {
    switch self {
    case .emptyPayload(let kind): "a \(kind) needs a payload"
    case .wrongLength(let kind, let count): "no \(kind) has \(count) characters"
    case .wrongByte(let kind, let offset): "character \(offset + 1) cannot stand in a \(kind)"
    case .wrongCheckDigit(let kind): "the last digit of the \(kind) does not fit the others"
    case .cannotState(let kind, let statement): "a \(kind) cannot state \(statement.words)"
    case .tooLong(let kind, let count): "\(count) characters are more than the largest \(kind) holds"
    case .refused(let kind): "it cannot be a \(kind)"
    case .outOfMemory: "there is no memory left"
    case .tooWide, .tooTall: "the terminal is too small"
    }
  }
}

extension DrawingError.Statement {
  fileprivate var words: String {
    switch self {
    case .eci: "this character set"
    case .gs1: "that it is a GS1 code"
    case .addOn: "an add-on"
    }
  }
}
