internal import Cards
package import Drawing

extension DrawingError: Explained {
  /// The error in words: a code that cannot be drawn, or does not fit the terminal.
  package var failure: Failure { failure(codeCount: 1) }

  /// The same where several codes do not fit the terminal, which then shows only their numbers.
  package func failure(codeCount: Int) -> Failure {
    let what =
      codeCount > 1
      ? "the codes do not fit this terminal together" : "the code does not fit this terminal"
    let needing = codeCount > 1 ? "they need" : "it needs"
    let oneByOne = codeCount > 1 ? "--code-number 1, " : ""
    let advice = Advice.prose("type the number").or(
      .option("use \(oneByOne)a larger window, a smaller font, or --as png with --output card.png"))
    return switch self {
    case .tooWide(let needed, let available):
      Failure(
        what, because: "\(needing) \(needed) columns, but the terminal has \(available)",
        try: advice,
        status: .partlyDone)
    case .tooTall(let needed, let available):
      Failure(
        what, because: "\(needing) \(needed) lines, but the terminal has \(available)",
        try: advice, status: .partlyDone)
    case .outOfMemory:
      Failure(
        "the code cannot be drawn", because: "there is not enough memory",
        try: "close other programs", status: .unexpected)
    case .tooFine:
      Failure(
        "the code does not fit", because: reason,
        try: .run(
          "show", "CARD", "--output", "card.pdf", note: "it is as large as the code needs"),
        onPage: "show the card on a large screen", status: .unexpected)
    case .cannotState(_, .part):
      Failure(
        "the code cannot be drawn", because: reason,
        try: "take the card along: a till needs all parts of its code", status: .usage)
    default:
      Failure(
        "the code cannot be drawn", because: reason,
        try: .option(
          "compare the number and the kind of barcode with the card; correct them with --code and --symbology"
        ),
        onPage: "compare the number and the kind of barcode with the card, and correct them",
        status: .usage)
    }
  }
}

extension [DrawnSymbol] {
  /// Why codes are not drawn in the room that a page has for them, and what to do.
  ///
  /// - Parameters:
  ///   - columns: How wide the room is.
  ///   - lines: How high it is.
  ///   - isForScanner: Whether a scanner should have read them; otherwise a person only compares them.
  /// - Returns: One or two sentences.
  package func refusal(columns: Int, lines: Int, isForScanner: Bool) -> String {
    let sizes = map { TerminalPicture.minSize(of: $0) }
    let width = sizes.map { $0.columns }.max() ?? 0
    let height = sizes.map { $0.lines }.reduce(count - 1, +)
    return "The \(count > 1 ? "codes need" : "code needs") \(width) columns and \(height) lines, "
      + "but only \(columns) columns and \(lines) lines are free."
      + (isForScanner
        ? " Type the number; or use a larger window, a smaller font, or --output card.png." : "")
  }
}

extension DrawingError {
  /// Why a code is not valid in its symbology; the code itself is never included.
  package var reason: String {
    switch self {
    case .emptyPayload(let kind): "\(kind) cannot be empty"
    case .wrongLength(.itf, _): "ITF needs an even number of digits"
    case .wrongByte(.codabar, _):
      "Codabar allows digits and - $ : / . + between a start and a stop letter, A to D"
    case .wrongLength(let kind, let count): "\(kind) cannot have \(count) characters"
    case .wrongByte(let kind, let offset): "character \(offset + 1) is not allowed in \(kind)"
    case .wrongCheckDigit(let kind): "the check digit of the \(kind) is wrong"
    case .cannotState(let kind, let statement): "\(kind) cannot \(statement.words)"
    case .tooLong(let kind, let count):
      "\(count) characters are more than the largest \(kind) can hold"
    case .refused(let kind): "its content does not fit \(kind)"
    case .outOfMemory: "there is not enough memory"
    case .tooFine: "at this size, it would be too fine for a scanner"
    case .tooWide, .tooTall: "the terminal is too small"
    }
  }
}

extension DrawingError.Statement {
  fileprivate var words: String {
    switch self {
    case .eci: "specify this charset"
    case .gs1: "be marked as GS1"
    case .addOn: "have an add-on"
    case .part: "be drawn as the part of a code that it is"
    }
  }
}

extension Difference {
  /// What differs from the original, in words.
  package var words: String {
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
