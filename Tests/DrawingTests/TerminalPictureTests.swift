import Cards
import Drawing
import Testing

/// How a symbol is drawn in a terminal.
@Suite struct `Terminal pictures` {
  private func symbol(_ symbology: Symbology, _ text: String) throws -> DrawnSymbol {
    try DrawnSymbol(Originals.code(symbology, text))
  }

  @Test func `a small QR code is scaled to whole cells and fits`() throws {
    let symbol = try symbol(.qrCode, "HELLO")
    let large = try TerminalPicture(symbol, columns: 120, rows: 60)
    #expect(large.columns == 29 * 3)
    #expect(large.lines.count == (29 * 3 + 1) / 2)
    let small = try TerminalPicture(symbol, columns: 80, rows: 24)
    #expect(small.columns == 29)
    #expect(small.lines.count == 15)
  }

  @Test func `with a thin margin, a person compares the same modules in fewer lines`() throws {
    let whole = try symbol(.qrCode, "HELLO")
    let thin = whole.withThinMargin()
    #expect(thin.rows == whole.rows)
    let picture = try TerminalPicture(thin, columns: 80, rows: 14)
    #expect(picture.columns == 21 + 2 && picture.lines.count == 12)
  }

  @Test func `a linear code is at least ten lines tall, if there is room`() throws {
    let symbol = try symbol(.ean13, "5901234123457")
    let picture = try TerminalPicture(symbol, columns: 120, rows: 40)
    #expect(picture.columns == 95 + 22)
    #expect(picture.lines.count >= 12)
    let narrow = try TerminalPicture(symbol, columns: 80, rows: 40)
    #expect(narrow.columns == 59)
    #expect(narrow.lines.count >= 11)
    #expect(try TerminalPicture(symbol, columns: 120, rows: 8).lines.count <= 8)
  }

  @Test func `the wide bars of a Code 39 are twice as wide as the narrow ones, which is the least`()
    throws
  {
    // Ten characters, start and stop; ISO/IEC 16388 allows no ratio below 2 to 1.
    let symbol = try symbol(.code39, "ABCDE12345")
    #expect(symbol.width == 12 * (6 + 3 * 2 + 1) - 1)
    #expect(TerminalPicture.minSize(of: symbol).columns == 88)
  }

  @Test func `an error of size reports the size needed`() throws {
    let qr = try symbol(.qrCode, String(repeating: "card ", count: 60))
    #expect(throws: DrawingError.tooWide(needed: qr.width + 8, available: 40)) {
      try TerminalPicture(qr, columns: 40)
    }
    #expect(throws: DrawingError.tooTall(needed: (qr.height + 9) / 2, available: 20)) {
      try TerminalPicture(qr, columns: 200, rows: 20)
    }
    let linear = try symbol(.code128, "A long membership number 0123456789")
    #expect(throws: DrawingError.self) { try TerminalPicture(linear, columns: 60) }
    #expect(throws: DrawingError.self) { try TerminalPicture(linear, columns: 400, rows: 3) }
    #expect(throws: DrawingError.self) { try TerminalPicture(linear, columns: -1, rows: -1) }
  }

  @Test func `the smallest picture has as many lines as it needs`() throws {
    for symbol in [try symbol(.qrCode, "card"), try symbol(.ean13, "5901234123457")] {
      let fewest = try TerminalPicture.fewestLines(of: symbol, columns: 200)
      #expect(try TerminalPicture(symbol, columns: 200, rows: fewest).lines.count == fewest)
      #expect(throws: DrawingError.tooTall(needed: fewest, available: fewest - 1)) {
        try TerminalPicture(symbol, columns: 200, rows: fewest - 1)
      }
      #expect(throws: DrawingError.self) { try TerminalPicture.fewestLines(of: symbol, columns: 9) }
    }
  }

  @Test func `the least size is what the smallest picture needs`() throws {
    for symbol in [try symbol(.qrCode, "card"), try symbol(.ean13, "5901234123457")] {
      let least = TerminalPicture.minSize(of: symbol)
      let picture = try TerminalPicture(symbol, columns: least.columns, rows: least.lines)
      #expect(picture.columns == least.columns && picture.lines.count == least.lines)
      for (columns, rows) in [(least.columns - 1, 999), (999, least.lines - 1)] {
        #expect(throws: DrawingError.self) {
          try TerminalPicture(symbol, columns: columns, rows: rows)
        }
      }
    }
  }

  @Test(arguments: [(TerminalPicture.Ink.dark, " "), (.light, "█")])
  func `the quiet zone is light, and everything else is blocks`(
    ink: TerminalPicture.Ink, light: String
  ) throws {
    let picture = try TerminalPicture(try symbol(.qrCode, "x"), columns: 80, ink: ink)
    #expect(picture.lines[0] == String(repeating: light, count: picture.columns))
    let blocks = Set(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    #expect(picture.lines.allSatisfy { $0.allSatisfy(blocks.contains) })
  }
}
