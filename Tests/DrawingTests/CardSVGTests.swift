import Cards
import Drawing
import Foundation
import FoundationXML
import Testing

/// The sheet that is printed or rendered.
@Suite struct `Card sheets` {
  private static let symbol = Result { try DrawnSymbol(Originals.code(.ean13, "5901234123457")) }

  @Test(arguments: [
    "Bäckerei", "カードクラブ", "بطاقة", "<script>&\"'", "a\u{0}b\u{1B}[31mc\u{202E}d\n\te", "",
    String(repeating: "x", count: 1_000_000), String(repeating: "長", count: 5_000), "👨‍👩‍👧 club",
    "Tom &\u{301} Co", "<\u{200D}b>\u{20DD}", "\"\u{308}'\u{FE0F}",
    "a\u{FFFE}b\u{FFFF}\u{85}\u{9B}",
  ])
  func `any name makes well-formed XML without control characters`(name: String) throws {
    let sheet = CardSVG(try Self.symbol.get(), title: name, number: name)
    #expect(sheet.text.utf8.count < 1 << 20)
    #expect(
      sheet.text.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      })
    // The parser tolerates an unknown tag, so tags are counted: our own, and two for each line of text.
    #expect(sheet.text.unicodeScalars.count { $0 == "<" } == (name.isEmpty ? 5 : 9))
    let parser = XMLParser(data: Data(sheet.text.utf8))
    let passed = parser.parse()
    #expect(passed, "\(String(describing: parser.parserError))")
  }

  @Test func `the number is shown below in groups as printed`() throws {
    #expect(CardSVG(try Self.symbol.get()).text.contains(">5 901234 123457</text>"))
    for (kind, digits, printed) in [
      (Symbology.upcA, "036000291452", "0 36000 29145 2"), (.upcE, "01234565", "0 123456 5"),
      (.ean8, "96385074", "9638 5074"), (.codabar, "A123B", "A123B"), (.qrCode, "card", ""),
    ] {
      #expect(try DrawnSymbol(Originals.code(kind, digits)).humanReadable == printed)
    }
  }

  @Test func `control characters in a code are shown as their pictures`() throws {
    let symbol = try DrawnSymbol(Originals.code(.code128, "A\u{1D}B"))
    #expect(symbol.humanReadable == "A␝B")
  }

  @Test func `a long name is shortened, not squeezed`() throws {
    let sheet = CardSVG(try Self.symbol.get(), title: String(repeating: "Membership ", count: 20))
    #expect(sheet.text.contains("…</text>"))
  }

  @Test(arguments: Originals.all + Originals.sizes + Originals.levels)
  func `sizes are bounded and suitable for scanners`(original: Barcode) throws {
    let symbol = try DrawnSymbol(original)
    let text = CardSVG(symbol, title: "A card").text
    let width = try #require(text.firstMatch(of: #/width="(\d+)\.\d\dmm"/#)).output.1
    let height = try #require(text.firstMatch(of: #/height="(\d+)\.\d\dmm"/#)).output.1
    #expect((60...220).contains(Int(width) ?? 0))
    #expect((20...220).contains(Int(height) ?? 0))
    #expect(text.utf8.count < 300_000)
    #expect(text.contains("fill=\"#ffffff\""))
  }
}
