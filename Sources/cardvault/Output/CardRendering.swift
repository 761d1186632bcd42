internal import Cards
internal import Drawing
internal import ReaderLink
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

/// A card in the form that was asked for.
struct CardRendering {
  let card: Card
  /// Which code, from 1; `nil` for all of them, or the only one.
  let codeNumber: Int?
  let vault: Vault
  let showsPIN: Bool
  let console: Console

  enum Content {
    case text(TerminalText)
    case file([UInt8])

    /// Its bytes; a text in UTF-8.
    var bytes: [UInt8] {
      switch self {
      case .text(let text): Array(text.string.utf8)
      case .file(let bytes): bytes
      }
    }
  }

  /// What was asked for, and why its codes are not drawn, if they are not; `isWindow` if a terminal's window shows it.
  ///
  /// - Throws: `Failure` when nothing can be shown.
  func content(
    as form: CardForm, isWindow: Bool
  ) async throws -> (content: Content, refusal: Failure?) {
    switch form {
    case .json:
      var report = CardReport(full: card, await CardMoment(of: vault, on: try .today()))
      if showsPIN, !card.pin.isEmpty { report.pin = card.pin }
      return (.text("\(report.json)\n"), nil)
    case .text:
      let today = try CalendarDate.today()
      var lines = try chosenCodes().map { CodeWords($0, today: today).line }
      if lines.isEmpty, !card.printedNumber.isEmpty { lines = [card.printedNumber] }
      if showsPIN, !card.pin.isEmpty { lines.append("PIN \(card.pin)") }
      guard !lines.isEmpty else { throw noCode }
      return (.text(lines.reduce(into: "") { $0 += "\($1)\n" }), nil)
    case .terminal:
      let screen = try CardScreen(
        card, barcodes: try chosenCodes(), isWindow: isWindow, showsPIN: showsPIN, console)
      if let doubt = card.doubtWords { console.remark(console.warning("\(doubt)")) }
      if screen.isForDarkBackground {
        console.remark(
          "Drawn for a dark background. On a light one, use --color, or no scanner reads it.")
      }
      return (
        .text(screen.text),
        try chosenCodes().contains(where: \.isPartial) ? incomplete : screen.refusal
      )
    case .svg:
      let lines = try svg().split(separator: "\n")
      return (.text(lines.reduce(into: "") { $0 += "\(String($1))\n" }), nil)
    case .png:
      return (.file(try await rendered(as: .png)), nil)
    case .pdf:
      return (.file(try await rendered(as: .pdf)), nil)
    }
  }

  private func chosenCodes() throws -> [Barcode] {
    if let codeNumber {
      guard card.codes.indices.contains(codeNumber - 1) else {
        throw Failure.usage(
          "there is no code \(codeNumber)", because: "“\(card.name)” has \(card.codes.count)",
          try: .run("show", .card(card)))
      }
      return [card.codes[codeNumber - 1]]
    }
    return card.codes
  }

  /// Why a code with missing digits is not drawn.
  private var incomplete: Failure {
    Failure(
      "the code cannot be drawn", because: "digits of it are missing",
      try: .run("review", .card(card), note: "to complete the number"), status: .conflict)
  }

  private func onlyCode() throws -> Barcode {
    let codes = try chosenCodes()
    guard codes.count < 2 else {
      throw Failure.usage(
        "one code at a time", because: "“\(card.name)” has \(codes.count)",
        try: .use("--code-number", "1"))
    }
    guard let code = codes.first else { throw noCode }
    if code.isPartial { throw incomplete }
    return code
  }

  private var noCode: Failure {
    Failure(
      "“\(card.name)” has no barcode", because: "it was added without one",
      try: card.printedNumber.isEmpty
        ? .run("edit", .card(card), "--code", "-") : .run("show", .card(card), "--as", "text"),
      status: .nothingFound)
  }

  private func svg() throws -> String {
    // A card without a code shows its number as text.
    if codeNumber == nil, card.codes.isEmpty, !card.printedNumber.isEmpty {
      return CardSVG(number: card.printedNumber, title: card.name).text
    }
    return CardSVG(try DrawnSymbol(try onlyCode(), console), title: card.name).text
  }

  private func rendered(as output: PictureRenderer.Output) async throws -> [UInt8] {
    let svg = Array(try svg().utf8)
    let renderer = PictureRenderer(executable: try ReaderPool.readerBesideExecutable())
    return try await renderer.render(svg, as: output, onMissing: MissingProtections(console).tell)
  }
}

/// The form in which `show` outputs a card.
enum CardForm: String, CaseIterable {
  case terminal, svg, png, pdf, text, json

  /// The form for a file's ending; `nil` if there is no file.
  init?(output: String?) throws {
    guard let output, output != "-" else { return nil }
    switch output.split(separator: ".").last?.lowercased() {
    case "svg": self = .svg
    case "png": self = .png
    case "pdf": self = .pdf
    case "json": self = .json
    case "txt": self = .text
    default:
      throw Failure.usage(
        "\(output): unknown file type", because: "cards are written as svg, png, pdf, txt or json",
        try: .option("use one of these endings, or --as"))
    }
  }

  /// Whether it would spoil a terminal.
  var isBinary: Bool { self == .png || self == .pdf }
}
