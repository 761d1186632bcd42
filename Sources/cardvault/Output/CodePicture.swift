internal import Cards
internal import Drawing
internal import Terminal
internal import Wallet

extension Picture {
  /// Draws a card's codes one below the other, whole, or explains why that cannot be done.
  ///
  /// - `isForScanner`: Whether a scanner reads it, so that it must not come out inverted.
  /// - `hasThinMargin`: Whether it has no more margin than a person needs.
  static func drawing(
    _ codes: [Barcode], in window: Window, isForScanner: Bool, hasThinMargin: Bool = false
  ) -> Picture {
    guard !codes.isEmpty else { return .reason("This card has no barcode.") }
    if codes.contains(where: \.isPartial) {
      return .reason("Digits are missing, so the code cannot be drawn.")
    }
    let isLight = TTY.background == .light
    if isForScanner, !window.paintsSymbols, TTY.background == nil {
      return .reason(
        "The code is not drawn: without colours it could come out inverted. Type the number, or use --color."
      )
    }
    let ink: TerminalPicture.Ink = window.paintsSymbols || isLight ? .dark : .light
    var symbols: [DrawnSymbol] = []
    var lines: [String] = []
    do throws(DrawingError) {
      for code in codes {
        let symbol = try DrawnSymbol(code)
        symbols.append(hasThinMargin ? symbol.withThinMargin() : symbol)
      }
      let sizes = symbols.map { TerminalPicture.minSize(of: $0) }
      var spare = window.rows - sizes.map { $0.lines }.reduce(codes.count - 1, +)
      guard spare >= 0, sizes.allSatisfy({ $0.columns <= window.columns }) else {
        return .reason(
          symbols.refusal(columns: window.columns, lines: window.rows, isForScanner: isForScanner))
      }
      for (index, symbol) in symbols.enumerated() {
        let rows = sizes[index].lines + spare / (codes.count - index)
        let picture = try TerminalPicture(symbol, columns: window.columns, rows: rows, ink: ink)
        spare -= picture.lines.count - sizes[index].lines
        lines +=
          (lines.isEmpty ? [] : [String(repeating: " ", count: picture.columns)]) + picture.lines
      }
      return .lines(lines)
    } catch {
      let failure = error.failure(codeCount: codes.count)
      return .reason("\(failure.what): \(failure.because)")
    }
  }

  /// Enough lines for a person who compares bars, so that the fields have room.
  private static let fewLines = 7

  /// Draws the first code small, for a person who compares it with the card.
  static func small(_ codes: [Barcode], in window: Window) -> Picture {
    guard let code = codes.first else { return .reason("This card has no barcode.") }
    let isMatrix = code.symbology.shape == .matrix
    let attempts = [
      (min(window.rows, isMatrix ? window.rows : fewLines), false), (window.rows, false),
      (window.rows, true),
    ]
    var picture = Picture.reason("")
    for (rows, hasThinMargin) in attempts {
      picture = drawing(
        [code],
        in: Window(columns: window.columns, rows: rows, paintsSymbols: window.paintsSymbols),
        isForScanner: false, hasThinMargin: hasThinMargin)
      if case .lines = picture { break }
    }
    return picture
  }
}
