import Testing

@testable import Terminal

struct KeyTests {
  @Test(arguments: [
    (0x0D, Key.enter), (0x0A, .enter), (0x09, .tab), (0x1B, .escape), (0x7F, .backspace),
    (0x08, .backspace), (0x0F, .control("o")), (0x11, .control("q")), (0x03, .control("c")),
    (0x00, .unknown), (0x1C, .unknown), (0x9B, .unknown), (0x61, .typed("a")),
    (0x5361, .typed("卡")),
  ])
  func `a character is a key`(value: Int, key: Key) throws {
    #expect(Key(scalar: try #require(Unicode.Scalar(value))) == key)
  }
}
