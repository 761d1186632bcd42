internal import Cards
internal import Drawing
internal import ReaderLink
internal import SystemPackage

/// A card in the form that was asked for.
struct CardRendering {
  let card: Card
  /// Which code, from 1; `nil` for all of them, or the only one.
  let codeNumber: Int?
  let conflicts: Int
  let console: Console

  func bytes(as form: CardForm) async throws -> [UInt8] {
    switch form {
    case .json:
      let report = CardReport(
        card, today: try .today(), conflicts: conflicts, isFull: true)
      return Array((report.json + "\n").utf8)
    case .text:
      let today = try CalendarDate.today()
      let lines = try chosenCodes().map { CodeWords($0, today: today).line + "\n" }
      return Array(lines.joined().utf8)
    case .terminal:
      return Array(try terminal().utf8)
    case .svg:
      return Array(try svg().utf8)
    case .png:
      return try await rendered(as: .png)
    case .pdf:
      return try await rendered(as: .pdf)
    }
  }

  private func chosenCodes() throws -> [Barcode] {
    if let codeNumber {
      guard card.codes.indices.contains(codeNumber - 1) else {
        throw Failure.usage(
          "there is no code \(codeNumber)",
          because: "“\(card.name.printable)” has \(card.codes.count)")
      }
      return [card.codes[codeNumber - 1]]
    }
    return card.codes
  }

  private func onlyCode() throws -> Barcode {
    let codes = try chosenCodes()
    guard codes.count < 2 else {
      throw Failure.usage(
        "one code at a time", because: "“\(card.name.printable)” has \(codes.count)",
        try: "--code-number 1")
    }
    guard let code = codes.first else {
      throw Failure(
        "“\(card.name.printable)” has no barcode", because: "it was added without one",
        try: "--as text", status: .nothingFound)
    }
    return code
  }

  private func terminal() throws -> String {
    let today = try CalendarDate.today()
    var text = console.bold(card.name.printable) + "\n"
    for code in try chosenCodes() {
      let words = CodeWords(code, today: today)
      let picture = try picture(of: try symbol(of: code))
      // Above the picture: in a low window they scroll away, and the code stays.
      text += words.meaning.map { "\n  \($0)" }.joined() + (words.meaning.isEmpty ? "" : "\n")
      text += "\n" + picture.text + "\n\(console.faint(code.symbology.name))  \(words.line)\n"
    }
    if !card.printedNumber.isEmpty { text += "number  \(card.printedNumber.printable)\n" }
    if let expires = card.expires {
      let isOver = expires < today
      text +=
        (isOver ? console.warning("expired ", on: .standardOutput) : "expires ") + "\(expires)\n"
    }
    if !card.note.isEmpty { text += "note    \(card.note.printable)\n" }
    if card.review == .doubtfulDraft {
      console.remark(
        console.warning("This code was hard to read: compare the number with the card."))
    }
    return text
  }

  /// The symbol as large as the terminal allows; taller than it rather than not at all.
  private func picture(of symbol: DrawnSymbol) throws -> TerminalPicture {
    // Without a terminal nothing limits the width; a picture of a usual terminal's size reads best.
    let widthNeeded = symbol.width + 2 * symbol.quietZone.horizontal
    let size = Terminal.size ?? .init(columns: max(80, widthNeeded), rows: 42)
    let colours = TerminalPicture.Colours(console)
    do throws(DrawingError) {
      do throws(DrawingError) {
        return try TerminalPicture(
          symbol, columns: size.columns, rows: max(1, size.rows - 6), colours: colours)
      } catch .tooTall(let needed, let available) {
        let picture = try TerminalPicture(symbol, columns: size.columns, colours: colours)
        console.remark(
          "The code needs \(needed) lines and the window has \(available): make it higher.")
        return picture
      }
    } catch {
      throw Failure(error)
    }
  }

  private func symbol(of code: Barcode) throws -> DrawnSymbol {
    do throws(DrawingError) {
      let symbol = try DrawnSymbol(code)
      if !symbol.differences.isEmpty {
        let words = symbol.differences.map(\.words).joined(separator: ", ")
        console.remark("The code says the same as the original; what differs: \(words).")
      }
      return symbol
    } catch {
      throw Failure(error)
    }
  }

  private func svg() throws -> String {
    let code = try onlyCode()
    let drawing = CardSVG(try symbol(of: code), title: card.name)
    return drawing.text
  }

  private func rendered(as output: PictureRenderer.Output) async throws -> [UInt8] {
    let svg = Array(try svg().utf8)
    do throws(ReaderLinkError) {
      let renderer = PictureRenderer(executable: try ReaderPool.readerBesideExecutable())
      return try await renderer.render(
        svg, as: output, onMissing: MissingProtections(console).tell)
    } catch {
      throw Failure(error)
    }
  }
}

extension TerminalPicture.Colours {
  /// What the terminal behind the console says it understands.
  init(_ console: Console) {
    guard console.hasColour(.standardOutput) else {
      self = .plain
      return
    }
    let terminal = Environment["TERM"] ?? ""
    switch Environment["COLORTERM"] {
    case "truecolor", "24bit": self = .direct
    default: self = terminal.contains("256color") ? .palette256 : .palette16
    }
  }
}
