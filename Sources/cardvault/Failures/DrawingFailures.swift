internal import Cards
internal import Drawing

extension Failure {
  /// Codes that cannot be drawn, or do not fit the terminal.
  init(_ error: DrawingError, codeCount: Int = 1) {
    let what =
      codeCount > 1
      ? "the codes do not fit this terminal together" : "the code does not fit this terminal"
    let needing = codeCount > 1 ? "they need" : "it needs"
    let oneByOne = codeCount > 1 ? "--code-number 1, " : ""
    let advice = "\(oneByOne)a larger window, a smaller font, or --output card.png"
    switch error {
    case .tooWide(let needed, let available):
      self.init(
        what, because: "\(needing) \(needed) columns and there are \(available)", try: advice,
        status: .unexpected)
    case .tooTall(let needed, let available):
      self.init(
        what, because: "\(needing) \(needed) lines and there are \(available)",
        try: advice, status: .unexpected)
    case .outOfMemory:
      self.init(
        "the code cannot be drawn", because: "there is no memory left", status: .unexpected)
    default:
      self.init(
        "the code cannot be drawn", because: error.reason,
        try: "compare number and kind of barcode with the card: --code, --symbology",
        status: .usage)
    }
  }
}

extension DrawingError {
  /// Why a code is none of its symbology's, without the code.
  var reason: String {
    switch self {
    case .emptyPayload(let kind): "a \(kind) needs a payload"
    case .wrongLength(.itf, _): "an ITF has an even number of digits"
    case .wrongByte(.codabar, _):
      "a Codabar has digits and - $ : / . + between a start and a stop letter, A to D"
    case .wrongLength(let kind, let count): "no \(kind) has \(count) characters"
    case .wrongByte(let kind, let offset): "character \(offset + 1) cannot stand in a \(kind)"
    case .wrongCheckDigit(let kind): "the last digit of the \(kind) does not fit the others"
    case .cannotState(let kind, let statement): "a \(kind) cannot state \(statement.words)"
    case .tooLong(let kind, let count):
      "\(count) characters are more than the largest \(kind) holds"
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

extension Difference {
  /// What is not as on the original, in words.
  var words: String {
    switch self {
    case .identifier(let wanted): "it is no longer a \(wanted)"
    case .readerInitialisation: "it no longer programs the scanner"
    case .errorCorrection(let wanted, let drawn): Self.change("error correction", wanted, drawn)
    case .version(let wanted, let drawn): Self.change("size", wanted, drawn)
    case .columns(let wanted, let drawn): Self.change("columns", "\(wanted)", drawn.map { "\($0)" })
    case .mask(let wanted, let drawn): Self.change("mask", "\(wanted)", drawn.map { "\($0)" })
    }
  }

  private static func change(_ what: String, _ wanted: String, _ drawn: String?) -> String {
    "\(what) \((drawn ?? "other")) instead of \(wanted)"
  }
}
