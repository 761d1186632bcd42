import Cards
import Drawing
import Testing

/// What is kept, what is given up, and that this is reported.
@Suite struct `Faithfulness` {
  @Test(
    arguments: [
      Originals.code(.pdf417, "A card, 12345678901234567890"),
      Originals.code(.pdf417, String(repeating: "Long card text 42. ", count: 20)),
      Originals.code(.compactPDF417, "A compact card"),
    ], 0...5)
  func `every PDF417 level is recovered from its percentage`(original: Barcode, level: Int) throws {
    // Realistic percentages: those of the levels in a symbol of three columns.
    for columns in [3, 6] {
      guard let percent = Self.percent(of: original, level: level, columns: columns) else {
        // More than the 90 rows that a symbol may have, which the short payloads never need.
        #expect(original.bytes.count > 300)
        continue
      }
      var wanted = original
      wanted.traits.errorCorrection = "\(percent)%"
      wanted.traits.columns = columns
      let symbol = try DrawnSymbol(wanted)
      #expect(symbol.differences == [])
      let scan = try #require(Scan.all(Bitmap(symbol)).first)
      #expect(scan.errorCorrection == "\(percent)%")
      #expect(scan.bytes == original.bytes)
    }
  }

  /// The share of error correction in a symbol as full as ISO/IEC 15438 makes it.
  private static func percent(of original: Barcode, level: Int, columns: Int) -> Int? {
    var probe = original
    probe.traits.columns = columns
    guard let symbol = try? DrawnSymbol(probe),
      let read = Scan.all(Bitmap(symbol)).first?.errorCorrection.dropLast(), let share = Int(read)
    else { return nil }
    let total = symbol.rows.count * columns
    let corrections = [4, 8, 16, 32, 64, 128, 256].first { $0 * 100 / total == share } ?? 8
    let needed = total - corrections + (2 << level)
    let rows = max(3, (needed + columns - 1) / columns)
    return rows > 90 ? nil : (2 << level) * 100 / (rows * columns)
  }

  @Test func `too small a size grows, keeps the level and is reported`() throws {
    let traits = SymbolTraits(errorCorrection: "H", version: "1")
    let original = Originals.code(.qrCode, "https://example.org/card", traits)
    let symbol = try DrawnSymbol(original)
    #expect(symbol.differences == [.version(wanted: "1", drawn: "3")])
    let scan = try #require(Scan.all(Bitmap(symbol)).first)
    #expect(scan.bytes == original.bytes)
    #expect(scan.errorCorrection == "H")
  }

  @Test func `a level without room is given up last and reported`() throws {
    let original = Barcode(
      symbology: .qrCode, bytes: Array(repeating: 0xA5, count: 2_000), text: "",
      traits: .init(errorCorrection: "H", version: "40"))
    let symbol = try DrawnSymbol(original)
    #expect(symbol.differences.contains(.errorCorrection(wanted: "H", drawn: "L")))
    #expect(Scan.all(Bitmap(symbol)).first?.bytes == original.bytes)
  }

  @Test func `Kanji mode is used when the original needed it`() throws {
    // 13 bits per character instead of 16 (ISO/IEC 18004 7.4.6): version 2-H fits 8 of them in Kanji mode, but not
    // as bytes.
    let kanji: [UInt8] = [
      0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x83, 0x4A, 0x81, 0x5B, 0x83, 0x68, 0x93, 0xFA,
    ]
    let original = Barcode(
      symbology: .qrCode, bytes: kanji + kanji.prefix(2), text: "",
      traits: .init(errorCorrection: "H", version: "2"))
    let symbol = try DrawnSymbol(original)
    #expect(symbol.differences == [])
    #expect(Scan.all(Bitmap(symbol)).first?.bytes == original.bytes)
  }

  @Test(arguments: ["]Q0", "]Q5", "]d3", "]z2", "]z6"])
  func `an identifier that cannot be drawn is reported`(identifier: String) throws {
    let kinds: [Character: Symbology] = ["Q": .qrCode, "d": .dataMatrix, "z": .aztec]
    let kind = try #require(kinds[identifier[identifier.index(after: identifier.startIndex)]])
    let symbol = try DrawnSymbol(Originals.code(kind, "12CARD", .init(aimIdentifier: identifier)))
    #expect(symbol.differences == [.identifier(wanted: identifier)])
  }

  @Test(arguments: 0..<43)
  func `a Code 39 check character is drawn unchanged`(value: Int) throws {
    // `]A5`: full ASCII pairs and a check character over them, which may itself be a shift character.
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
    let pairs = Array("+A".utf8) + [alphabet[(value + 86 - 41 - 10) % 43]]
    guard !"$/+%".utf8.contains(pairs[2]) else { return }
    let payload = [UInt8(ascii: "a"), pairs[2], alphabet[value]]
    let original = Barcode(
      symbology: .code39, bytes: payload, text: "", traits: .init(aimIdentifier: "]A5"))
    let scan = try #require(Scan.all(Bitmap(DrawnSymbol(original))).first)
    #expect(scan.bytes == payload)
    #expect(scan.identifier == "]A5")
  }

  @Test func `reader initialisation with GS1 is given up and reported`() throws {
    let traits = SymbolTraits(gs1: true, readerInitialisation: true)
    let symbol = try DrawnSymbol(Originals.code(.dataMatrix, "0104012345123456", traits))
    #expect(symbol.differences == [.readerInitialisation])
    #expect(Scan.all(Bitmap(symbol)).first?.identifier == "]d2")
  }

  @Test func `an application indicator without a letter or two digits stays out of Code 128`()
    throws
  {
    let original = Originals.code(.code128, "1A23", .init(aimIdentifier: "]C2"))
    let symbol = try DrawnSymbol(original)
    #expect(symbol.differences == [.identifier(wanted: "]C2")])
    #expect(Scan.all(Bitmap(symbol)).first?.bytes == original.bytes)
  }

  @Test(arguments: 1...4)
  func `compact and full Aztec differ in their share of error correction`(layers: Int) throws {
    // With equal layers, the full symbol is larger and has more left for error correction.
    for (percent, side) in [("0%", 11 + 4 * layers), ("99%", 15 + 4 * layers)] {
      let traits = SymbolTraits(errorCorrection: percent, version: String(layers))
      let symbol = try DrawnSymbol(Originals.code(.aztec, "Aztec 1234", traits))
      #expect(symbol.width == side)
      #expect(symbol.differences.count == 1)
    }
  }

  @Test func `an impossible level, size or mask does not stop the drawing`() throws {
    let traits = SymbolTraits(errorCorrection: "Z", version: "-1", mask: 99)
    let symbol = try DrawnSymbol(Originals.code(.qrCode, "card", traits))
    #expect(symbol.differences.count == 3)
  }
}
