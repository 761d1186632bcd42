import Cards
import Drawing
import Testing

/// The icon of a card.
@Suite struct CardIconTests {
  private func icon(_ name: String, colour: UInt32? = 0x00_00_80, id: UInt8 = 0) throws -> String {
    let id = try #require(CardID([UInt8](repeating: id, count: CardID.byteCount)))
    var card = Card(id: id, name: name, codes: [])
    card.colour = colour
    return CardIcon(of: card).svg(pixels: 29)
  }

  @Test(
    arguments: [
      ("Coffee Club", "CC"), ("gym", "G"), ("  the «old» mill ", "TO"), ("café", "C"),
      ("Österreich 3", "Ö3"), ("日本 カード", "日カ"), ("<b> & co", "BC"),
    ] as [(String, String)])
  func `it shows the initials of the first two words`(name: String, initials: String) throws {
    #expect(try icon(name).contains(">\(initials)</text>"))
  }

  @Test(arguments: ["", "— …", "e" + String(repeating: "\u{301}", count: 1_000)])
  func `a name without letters, or with monstrous ones, shows only the colour`(
    name: String
  ) throws {
    let svg = try icon(name)
    #expect(!svg.contains("<text"))
    #expect(svg.contains("fill=\"#000080\""))
  }

  @Test(
    arguments: [
      (0x000000, "#ffffff"), (0xFFFFFF, "#000000"), (0xFFD700, "#000000"), (0xB00020, "#ffffff"),
    ] as [(UInt32, String)])
  func `its letters contrast with its colour`(colour: UInt32, letters: String) throws {
    #expect(try icon("Gym", colour: colour).contains("font-weight=\"bold\" fill=\"\(letters)\""))
  }

  @Test func `a card without a colour keeps the one that its id gives it`() throws {
    let first = try icon("Gym", colour: nil, id: 0)
    #expect(first.contains("fill=\"#4a5d52\""))
    #expect(try first == icon("Gym", colour: nil, id: 0))
    #expect(try first != icon("Gym", colour: nil, id: 1))
  }
}
