import Cards
import Testing

@Suite struct `Hexadecimal digits` {
  @Test func `every byte comes back, in either case`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(bytes.hexadecimal.utf8.count == 512)
    #expect([UInt8](hexadecimal: bytes.hexadecimal) == bytes)
    #expect([UInt8](hexadecimal: bytes.hexadecimal.uppercased()) == bytes)
    #expect([UInt8](hexadecimal: "") == [])
  }

  @Test(arguments: ["a", "abc", "0g", "g0", "+1", "-0", " 1", "１２", "ä"])
  func `anything else is refused`(text: String) {
    #expect([UInt8](hexadecimal: text) == nil)
  }

  @Test(
    arguments: [(0, "#000000"), (0x12AB00, "#12ab00"), (0xFFFFFF, "#ffffff")] as [(UInt32, String)])
  func `a colour comes back`(rgb: UInt32, text: String) {
    #expect(ColourText.text(of: rgb) == text)
    #expect(ColourText.rgb(of: text.dropFirst()) == rgb)
  }

  @Test(arguments: ["", "12ab0", "12ab000", "#12ab0", "+12ab0", "-00000", "12ab0ä"])
  func `anything but six digits is no colour`(digits: String) {
    #expect(ColourText.rgb(of: digits) == nil)
  }
}
