import Cards
import Testing

@testable import Drawing

/// Drawing a stored code and reading it back returns the same code.
@Suite struct `Round trips` {
  @Test(arguments: Originals.all + Originals.levels + Originals.sizes)
  func `modules read back as what was stored`(original: Barcode) throws {
    let symbol = try DrawnSymbol(original)
    #expect(symbol.differences == [])
    let scan = try #require(Scan.all(Bitmap(symbol), isPure: true).first)
    expect(scan, is: original)
  }

  @Test(arguments: Originals.all + Originals.levels + Originals.sizes)
  func `a copy of a copy is the same symbol`(original: Barcode) throws {
    let first = try #require(Scan.all(Bitmap(DrawnSymbol(original)), isPure: true).first)
    let copy = try DrawnSymbol(first.stored(as: original.symbology))
    #expect(copy.differences == [])
    let second = try #require(Scan.all(Bitmap(copy), isPure: true).first)
    #expect(second == first)
  }

  @Test(arguments: Originals.all.filter { $0.symbology != .maxiCode })
  func `an SVG sheet reads back`(original: Barcode) throws {
    let sheet = CardSVG(try DrawnSymbol(original), title: "A card", number: "4711")
    #expect(sheet.text.utf8.count < 1 << 20)
    let scan = try #require(Scan.all(try Bitmap(sheet)).first)
    expect(scan, is: original)
  }

  @Test(arguments: Originals.all.filter { $0.symbology != .maxiCode })
  func `a picture for a phone reads back, unless it would be too fine`(original: Barcode) throws {
    let symbol = try DrawnSymbol(original)
    let face = CardFace(name: "A card", symbol: symbol, number: "4711")
    let picture: PhonePicture
    do throws(DrawingError) { picture = try PhonePicture(face) } catch {
      #expect(error == .tooFine(original.symbology))
      #expect((symbol.width + 2 * symbol.quietZone.horizontal) * 2 > PhonePicture.width)
      return
    }
    let bitmap = try Bitmap(
      scaled: picture.svg, width: PhonePicture.width, height: picture.height)
    expect(try #require(Scan.all(bitmap).first), is: original)
  }

  @Test(arguments: Originals.all.filter { $0.symbology != .maxiCode })
  func `a wallet card reads back, unless it would be too fine`(original: Barcode) throws {
    let symbol = try DrawnSymbol(original)
    let face = CardFace(name: "A card", symbol: symbol, number: "4711")
    let card: WalletCard
    do throws(DrawingError) { card = try WalletCard(face) } catch {
      #expect(error == .tooFine(original.symbology))
      return
    }
    let bitmap = try Bitmap(
      scaled: card.element(x: 0, y: 0), width: WalletCard.width, height: WalletCard.height)
    expect(try #require(Scan.all(bitmap).first), is: original)
  }

  @Test(arguments: Originals.all.filter { ![.maxiCode, .dxFilmEdge].contains($0.symbology) })
  func `a terminal picture reads back`(original: Barcode) throws {
    let symbol = try DrawnSymbol(original)
    for ink in [TerminalPicture.Ink.dark, .light] {
      let picture = try TerminalPicture(symbol, columns: 500, rows: 300, ink: ink)
      let bitmap = Bitmap(picture, ink: ink, isTerminalDark: true)
      let scan = try #require(Scan.all(bitmap).first)
      expect(scan, is: original)
    }
  }

  @Test(arguments: Originals.linear + Originals.stacked)
  func `at half the width, linear and stacked kinds read back`(original: Barcode) throws {
    guard original.symbology != .dxFilmEdge else { return }
    let symbol = try DrawnSymbol(original)
    let width = symbol.width + 2 * symbol.quietZone.horizontal
    let picture = try TerminalPicture(symbol, columns: width - 1, rows: 60)
    #expect(picture.columns == (width + 1) / 2)
    let bitmap = Bitmap(picture, ink: .dark, isTerminalDark: true)
    expect(try #require(Scan.all(bitmap).first), is: original)
  }

  /// ZXing's answer must match the stored code; traits that the original leaves open may be anything.
  private func expect(_ scan: Scan, is original: Barcode) {
    let traits = original.traits
    #expect(Self.formats[original.symbology, default: original.symbology.name] == format(scan))
    #expect(scan.bytes == Self.transmitted(original))
    #expect(scan.eci == traits.eci)
    #expect(scan.readerInitialisation == traits.readerInitialisation)
    #expect(scan.addOn == traits.addOn ?? "")
    if !traits.aimIdentifier.isEmpty { #expect(scan.identifier == traits.aimIdentifier) }
    if let level = traits.errorCorrection { #expect(scan.errorCorrection == level) }
    if let version = traits.version { #expect(scan.version == version) }
    if let mask = traits.mask { #expect(scan.mask == String(mask)) }
    let isAlwaysGS1 = original.symbology.name.contains("DataBar")
    #expect(scan.stored(as: original.symbology).traits.gs1 == (traits.gs1 || isAlwaysGS1))
  }

  private func format(_ scan: Scan) -> String {
    switch scan.format {
    case "Aztec" where scan.identifier == "]zC": "Aztec Rune"
    case "Code 39 Extended": "Code 39"
    case "Telepen Alpha", "Telepen Numeric": "Telepen"
    default: scan.format
    }
  }

  /// The bytes as readers transmit them: retail codes as GTIN-13 with their add-on, DataBar with AI 01.
  private static func transmitted(_ original: Barcode) -> [UInt8] {
    let zero = UInt8(ascii: "0")
    let body: [UInt8] =
      switch original.symbology {
      case .upcA: [zero] + original.bytes
      case .upcE: [zero] + (CheckDigit.expandedUPCE(original.bytes) ?? [])
      case .dataBar where original.bytes.count == 14: Array("01".utf8) + original.bytes
      default: original.bytes
      }
    return body + (original.traits.addOn.map { Array($0.utf8) } ?? [])
  }

  /// ZXing 3.1.1's names where ours differ, or where it does not distinguish kinds.
  private static let formats: [Symbology: String] = [
    .upcA: "EAN-13", .compactPDF417: "PDF417", .dataBar: "DataBar Omni",
    .dataBarStacked: "DataBar Stacked", .dataBarStackedOmni: "DataBar Stacked",
    .dataBarLimited: "DataBar Limited", .dataBarExpanded: "DataBar Expanded",
    .dataBarExpandedStacked: "DataBar Expanded Stacked",
  ]
}
