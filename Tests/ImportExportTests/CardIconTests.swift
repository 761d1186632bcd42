import Cards
import CommandLineSupport
import Drawing
import Testing

/// Icons as the reader renders them.
@Suite struct `Rendered icons` {
  @Test(arguments: [29, 58, 87])
  func `an icon has exactly the pixels that its format asks for`(pixels: Int) async throws {
    let id = try #require(CardID([UInt8](repeating: 7, count: CardID.byteCount)))
    let icon = CardIcon(of: Card(id: id, name: "Coffee Club", codes: []))
    let png = try await Person().renders(svg: Array(icon.svg(pixels: pixels).utf8))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // Width and height in IHDR, the first chunk (PNG, 11.2.2).
    let side = [0, 0, 0, UInt8(pixels)]
    #expect(Array(png.dropFirst(16).prefix(8)) == side + side)
  }
}
