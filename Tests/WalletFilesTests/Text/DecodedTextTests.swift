import Testing

@testable import WalletFiles

/// Texts in the charsets that spreadsheets save.
@Suite struct DecodedTextTests {
  @Test func `UTF-8 and UTF-16 leave no doubt`() throws {
    let little: [UInt8] = [0xFF, 0xFE, 0xE9, 0x00, 0xAC, 0x20]
    let big: [UInt8] = [0xFE, 0xFF, 0x00, 0xE9, 0x20, 0xAC]
    for bytes in [Array("é€".utf8), [0xEF, 0xBB, 0xBF] + Array("é€".utf8), little, big] {
      let decoded = try DecodedText(bytes)
      #expect(decoded.text == "é€")
      #expect(decoded.guessedCharset == nil)
    }
  }

  @Test func `anything else is a guess`() throws {
    let decoded = try DecodedText([0x63, 0x61, 0x66, 0xE9, 0x20, 0x80, 0x92])
    #expect(decoded.text == "café €’")
    #expect(decoded.guessedCharset == "Windows-1252")
  }

  @Test(
    arguments: [[0xE9, 0x00], [0xE9, 0x81], [0xE9, 0x1B], [0xFF, 0xD8, 0xFF, 0x01]] as [[UInt8]])
  func `bytes that are no text in any charset are refused`(bytes: [UInt8]) {
    #expect(throws: ForeignProblem.notText) { try DecodedText(bytes) }
  }

  @Test func `a mark tells the same name and number from others`() {
    let mark = EntryMark.of(name: "Gym", number: "12")
    #expect(mark.utf8.count == 8)
    #expect(mark == EntryMark.of(name: "Gym", number: "12"))
    #expect(mark != EntryMark.of(name: "Gym1", number: "2"))
  }
}
