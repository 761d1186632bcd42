internal import Cards
internal import Drawing
internal import SystemPackage
internal import Terminal
internal import Wallet

/// A card as a terminal shows it: each code whole, with its number, or the numbers and why nothing is drawn.
struct CardScreen {
  private(set) var text: TerminalText
  /// Why no code is drawn; `nil` when all are.
  private(set) var refusal: Failure?

  private let codes: [Code]
  private let console: Console

  /// A code and the lines around its picture.
  private struct Code {
    let barcode: Barcode
    /// The lines between the picture and what is above it; the first and the last are empty.
    let above: [TerminalText]
    /// The number below it, after its symbology.
    let number: TerminalText

    init(_ barcode: Barcode, today: CalendarDate) {
      let words = CodeWords(barcode, today: today)
      self.barcode = barcode
      let meaning = words.meaning.map { TerminalText("  \($0)") }
      above = [""] + meaning + (meaning.isEmpty ? [] : [""])
      number = TerminalText(words.shortLine)
    }

    /// How many lines it needs in addition to its picture; the first code's lines above do not count.
    func lineCount(columns: Int, isFirst: Bool) -> Int {
      let lines = (isFirst ? [] : above) + ["\(barcode.symbology)  \(number)"]
      return lines.map { max(1, ($0.string.cellCount + columns - 1) / columns) }.reduce(0, +)
    }
  }

  /// Lays out a card with some of its codes; a window's height limits it, too.
  init(
    _ card: Card, barcodes: [Barcode], isWindow: Bool, showsPIN: Bool = false, _ console: Console
  ) throws {
    let today = try CalendarDate.today()
    self.console = console
    codes = barcodes.map { Code($0, today: today) }
    // The codes come last: in a low window the rest scrolls away, and they stay.
    text = "\(console.bold("\(card.name)"))\n"
    if !card.printedNumber.isEmpty { text += "number  \(card.printedNumber)\n" }
    if let validFrom = card.validFrom, today < validFrom {
      text += console.warning("not valid before ", on: .standardOutput) + "\(validFrom)\n"
    }
    if let expires = card.expires {
      let isOver = expires < today
      text += isOver ? console.warning("expired ", on: .standardOutput) : "expires "
      text += "\(expires)\n"
    }
    if card.isOneTime {
      text += card.usedAt == nil ? "one-time card" : console.warning("used up", on: .standardOutput)
      text += "\n"
    }
    if let balance = card.balance { text += "balance \(balance.shown)\n" }
    if !card.pin.isEmpty { text += "PIN     \(showsPIN ? card.pin : "•••• (--pin shows it)")\n" }
    if !card.note.isEmpty { text += "note    \(card.note)\n" }
    if !card.holder.isEmpty { text += "holder  \(card.holder)\n" }
    if !card.webAddress.isEmpty { text += "web     \(card.webAddress)\n" }
    var pictures: [TerminalPicture]?
    if isWindow, palette == nil, TTY.background == nil, !codes.isEmpty {
      refusal = Self.inverted
    } else {
      do throws(DrawingError) {
        pictures = try drawn(isWindow: isWindow)
      } catch {
        refusal = error.failure(codeCount: codes.count)
      }
    }
    for (index, code) in codes.enumerated() {
      for line in code.above { text += line + "\n" }
      for line in pictures?[index].lines ?? [] { text += painted(line) + "\n" }
      text += console.faint("\(code.barcode.symbology)") + "  \(code.number)\n"
    }
  }

  /// The symbols, each as large as there is room for.
  private func drawn(isWindow: Bool) throws(DrawingError) -> [TerminalPicture] {
    var symbols: [DrawnSymbol] = []
    for code in codes { symbols.append(try DrawnSymbol(code.barcode, console)) }
    let widest = symbols.map { $0.width + 2 * $0.quietZone.horizontal }.max() ?? 0
    let size = TTY.size
    // Without a terminal, nothing limits the width, but a picture of a terminal's usual size reads best.
    let columns = size?.columns ?? max(80, widest)
    guard isWindow, let size else {
      return try symbols.map { (symbol) throws(DrawingError) in
        do throws(DrawingError) {
          return try TerminalPicture(symbol, columns: columns, rows: 36, ink: ink)
        } catch .tooTall {
          return try TerminalPicture(symbol, columns: columns, ink: ink)
        }
      }
    }
    var fewest: [Int] = []
    for symbol in symbols {
      fewest.append(try TerminalPicture.fewestLines(of: symbol, columns: columns))
    }
    // What is above the first picture may scroll away. The shell's prompt comes below the last number.
    let lineCount = codes.enumerated().map { index, code in
      code.lineCount(columns: columns, isFirst: index == 0)
    }.reduce(1, +)
    var spare = size.rows - lineCount - fewest.reduce(0, +)
    guard spare >= 0 else { throw .tooTall(needed: size.rows - spare, available: size.rows) }
    var pictures: [TerminalPicture] = []
    for (symbol, fewest) in zip(symbols, fewest) {
      let picture = try TerminalPicture(symbol, columns: columns, rows: fewest + spare, ink: ink)
      spare -= picture.lines.count - fewest
      pictures.append(picture)
    }
    return pictures
  }

  /// Whether the codes are drawn for a dark background because the real one is unknown, as in a pipe.
  var isForDarkBackground: Bool {
    refusal == nil && palette == nil && TTY.background == nil && !codes.isEmpty
  }

  /// Without colours, the terminal's background decides which modules are drawn.
  private var ink: TerminalPicture.Ink {
    palette == nil && TTY.background != .light ? .light : .dark
  }

  /// A scanner refuses many codes whose black and white are swapped.
  private static var inverted: Failure {
    Failure(
      "the code is not drawn",
      because: "without colours (--no-color or TERM=dumb) it could come out inverted",
      try: .prose("type the number").or(
        .option("use --color, or --as png with --output card.png")),
      status: .partlyDone)
  }

  private func painted(_ line: String) -> TerminalText {
    guard let palette else { return TerminalText(line) }
    var text: TerminalText = ""
    var rest = line[...]
    while let first = rest.first {
      // A full cell is a blank on black: no font leaves gaps between such, or lacks the character.
      let isFull = first == "█"
      let run = rest.prefix { ($0 == "█") == isFull }
      rest = rest.dropFirst(run.count)
      text +=
        isFull
        ? "\(ControlSequence.onBlack(palette))\(String(repeating: " ", count: run.count))"
        : "\(ControlSequence.blackOnWhite(palette))\(run)"
    }
    return text + "\(ControlSequence.normal)"
  }

  /// The colours that the terminal reports to support; `nil` for none.
  private var palette: ControlSequence.Palette? {
    guard console.paintsSymbols(.standardOutput) else { return nil }
    switch Environment["COLORTERM"] {
    case "truecolor", "24bit": return .direct
    default: return Environment["TERM"]?.contains("256color") == true ? .indexed : .basic
    }
  }
}

extension DrawnSymbol {
  /// Draws a code, and reports what differs from the original.
  init(_ code: Barcode, _ console: Console) throws(DrawingError) {
    try self.init(code)
    guard !differences.isEmpty else { return }
    let words = differences.map(\.words).joined(separator: ", ")
    console.remark("The drawn code holds the same data as the original. Differences: \(words).")
  }
}
