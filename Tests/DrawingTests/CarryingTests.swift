import Cards
import Foundation
import FoundationXML
import Testing

@testable import Drawing

/// Pictures for a phone, and wallet cards on paper.
@Suite struct `Cards to take along` {
  private static let number = "5901234123457"

  private static func face(
    _ name: String = "Bakery", _ number: String = Self.number
  ) throws -> CardFace {
    CardFace(
      name: name, symbol: try DrawnSymbol(Originals.code(.ean13, Self.number)), number: number)
  }

  /// A rectangle in the units of a drawing.
  struct Box {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// The white of the quiet zone, which is the last rectangle before the symbol.
  private static func quietZone(_ svg: String) throws -> Box {
    let found = try #require(
      svg.firstMatch(
        of: #/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" fill="#ffffff"/>\n<path/#)
    ).output
    return Box(
      x: try #require(Int(found.1)), y: try #require(Int(found.2)),
      width: try #require(Int(found.3)), height: try #require(Int(found.4)))
  }

  private static func texts(_ svg: String) -> [(y: Int, size: Int, words: String)] {
    svg.matches(of: #/<text x="\d+" y="(\d+)"[^>]* font-size="(\d+)"[^>]*>(.*?)<\/text>/#).map {
      (Int($0.output.1) ?? -1, Int($0.output.2) ?? -1, String($0.output.3))
    }
  }

  @Test func `a picture is 1080 pixels wide at 288 dpi, upright, and white`() throws {
    let picture = try PhonePicture(try Self.face())
    #expect(picture.height == 1_440)
    #expect(picture.svg.contains(#"width="360" height="480" viewBox="0 0 1080 1440""#))
    #expect(picture.svg.contains(##"<rect width="1080" height="1440" fill="#ffffff"/>"##))
  }

  @Test func `a linear code is as wide as whole pixels allow`() throws {
    // 95 modules and 11 on each side, 9 pixels each.
    let zone = try Self.quietZone(try PhonePicture(try Self.face()).svg)
    #expect((zone.x, zone.width) == (13, 1_053))
  }

  @Test func `a wallet card is ID-1, and its modules are at least 0.264 mm for a till`() throws {
    #expect(abs(Double(WalletCard.width) / 600 * 25.4 - 85.6) < 0.01)
    #expect(abs(Double(WalletCard.height) / 600 * 25.4 - 53.98) < 0.01)
    let card = try WalletCard(try Self.face()).element(x: 0, y: 0)
    let scale = try #require(card.firstMatch(of: #/scale\((\d+) 1\)/#)).output.1
    #expect(Double(scale).map { $0 / 600 * 25.4 >= 0.264 && $0 / 600 * 25.4 <= 0.66 } == true)
  }

  @Test(arguments: [
    "Bakery", String(repeating: "Membership ", count: 20), "カードクラブ長い名前", "بطاقة",
    "👨‍👩‍👧 club", "<b>&\"'", "a\u{0}\u{202E}b", String(repeating: "长", count: 200),
    String(repeating: "e\u{301}\u{302}\u{303}", count: 60),
  ])
  func `no text is where the quiet zone is, and the file is well-formed`(name: String) throws {
    let face = try Self.face(name)
    let drawings = [
      (try PhonePicture(face).svg, PhonePicture.width, 2_000),
      (try WalletCard(face).element(x: 0, y: 0), WalletCard.width, WalletCard.height),
    ]
    for (svg, width, height) in drawings {
      let zone = try Self.quietZone(svg)
      #expect(zone.x >= 0 && zone.x + zone.width <= width && zone.y + zone.height <= height)
      let texts = Self.texts(svg)
      #expect(texts.count == 2)
      for text in texts {
        let isAbove = text.y + text.size * 3 / 10 <= zone.y
        let isBelow = text.y - text.size >= zone.y + zone.height
        #expect(isAbove || isBelow, "\(text.y)")
      }
      // Whatever letters reach it, its white is drawn over them.
      let white = try #require(svg.firstRange(of: #/fill="#ffffff"\/>\n<path/#))
      #expect(!svg[white.lowerBound...].contains("<text"))
      let parser = XMLParser(data: Data(svg.utf8))
      let passed = parser.parse()
      #expect(passed, "\(String(describing: parser.parserError))")
    }
  }

  @Test func `a number is whole, on several lines if need be, or left out`() throws {
    let long = String(repeating: "1234 ", count: 12).trimmingCharacters(in: .whitespaces)
    let lines = Self.texts(try PhonePicture(try Self.face("Gym", long)).svg).dropFirst()
    #expect(lines.count > 1 && lines.map(\.words).joined(separator: " ") == long)
    let tooLong = String(repeating: "1", count: 2_000)
    #expect(Self.texts(try PhonePicture(try Self.face("Gym", tooLong)).svg).map(\.words) == ["Gym"])
  }

  @Test func `a card without a code shows its number in larger type`() throws {
    let face = CardFace(name: "Gym", symbol: nil, number: "4711 0815")
    for svg in [try PhonePicture(face).svg, try WalletCard(face).element(x: 0, y: 0)] {
      #expect(!svg.contains("<path"))
      let texts = Self.texts(svg)
      #expect(texts.map(\.words) == ["Gym", "4711 0815"])
      #expect(texts[1].size > texts[0].size)
    }
  }

  @Test func `a code too large for paper or a phone is refused`() throws {
    let symbol = try DrawnSymbol(
      Originals.code(.code128, (0..<30).map { "a\($0 % 10)B" }.joined()))
    let face = CardFace(name: "Long", symbol: symbol, number: "")
    #expect(throws: DrawingError.tooFine(.code128)) { try PhonePicture(face) }
    #expect(throws: DrawingError.tooFine(.code128)) { try WalletCard(face) }
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (10, 1), (11, 2), (25, 3)])
  func `ten cards are on a page, beside and below each other`(cards: Int, pages: Int) throws {
    let card = try WalletCard(try Self.face())
    let sheet = WalletSheet(Array(repeating: card, count: cards))
    #expect(sheet.pages.count == pages)
    #expect(sheet.document.split(separator: WalletSheet.pageBreak).count == pages)
    var places: [[Int]] = []
    for page in sheet.pages {
      #expect(page.contains(#"width="210mm" height="297mm" viewBox="0 0 4960.6299 7015.7480""#))
      let found = page.matches(of: #/<svg x="(\d+)" y="(\d+)"/#).map {
        [Int($0.output.1) ?? 0, Int($0.output.2) ?? 0]
      }
      #expect(Set(found).count == found.count && found.count <= 10)
      // All of a card is at least 13 mm from each edge.
      for place in found {
        #expect(place[0] >= 307 && place[0] + WalletCard.width <= 4_960 - 307)
        #expect(place[1] >= 307 && place[1] + WalletCard.height <= 7_015 - 307)
        #expect((place[0] - found[0][0]) % WalletCard.width == 0)
        #expect((place[1] - found[0][1]) % WalletCard.height == 0)
      }
      places += found
    }
    #expect(places.count == cards)
  }

  @Test func `each card has marks at its corners, and the page a line of 100 mm`() throws {
    let card = try WalletCard(try Self.face())
    let page = WalletSheet(Array(repeating: card, count: 3)).pages[0]
    let marks = try #require(page.firstMatch(of: #/<path d="([^"]*)"[^>]*stroke="#808080"/#))
    // Three columns of lines and three rows, each a cross of two strokes.
    #expect(marks.output.1.count { $0 == "M" } == 3 * 3 * 2)
    #expect(page.contains("h2362.2"))
  }

  @Test(arguments: [
    Originals.code(.ean13, "5901234123457"), Originals.code(.ean8, "96385074"),
    Originals.code(.code39, "CARD-1 23.4"), Originals.code(.code93, "CODE 93"),
    Originals.code(.codabar, "A40156B"), Originals.code(.itf, "1234567890"),
    Originals.code(.code128, "CARD-12345678"),
    Originals.code(.qrCode, "https://example.org/card?id=4711"),
  ])
  func `ZBar reads them, too`(original: Barcode) throws {
    let face = CardFace(name: "A card", symbol: try DrawnSymbol(original), number: "4711")
    let picture = try PhonePicture(face)
    let onPhone = try Bitmap(
      scaled: picture.svg, width: PhonePicture.width, height: picture.height)
    #expect(ZBarScan.all(onPhone).contains(original.bytes))
    let onPaper = try Bitmap(
      scaled: WalletCard(face).element(x: 0, y: 0), width: WalletCard.width,
      height: WalletCard.height)
    #expect(ZBarScan.all(onPaper).contains(original.bytes))
  }
}
