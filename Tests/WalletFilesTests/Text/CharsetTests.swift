import Testing

@testable import WalletFiles

/// The bytes of codes in the charsets that other wallets name.
@Suite struct CharsetTests {
  @Test(
    arguments: [
      ("é", "", [0xE9]), ("é", "ISO-8859-1", [0xE9]), ("é", "utf-8", [0xC3, 0xA9]),
      ("é", "UTF-16", [0x00, 0xE9]), ("é", "utf-16le", [0xE9, 0x00]), ("A", "US-ASCII", [0x41]),
      ("€", "windows-1252", [0x80]), ("€", "iso-8859-15", [0xA4]), ("П", "windows-1251", [0xCF]),
      ("ą", "ISO-8859-2", [0xB1]), ("次", "Shift_JIS", [0x8E, 0x9F]),
      ("ｶ", "shift-jis", [0xB6]), ("会", "GB2312", [0xBB, 0xE1]), ("회", "EUC-KR", [0xC8, 0xB8]),
      ("會", "Big5", [0xB7, 0x7C]), ("П", "KOI8-R", [0xF0]), ("é", "macintosh", [0x8E]),
    ] as [(String, String, [UInt8])])
  func `a text has its bytes in its charset`(text: String, name: String, bytes: [UInt8]) {
    #expect(Charset.bytes(of: text, in: name) == bytes)
  }

  @Test(
    arguments: [
      ("€", "iso-8859-1"), ("é", "us-ascii"), ("次", "windows-1252"), ("😀", "Shift_JIS"),
      ("a", "iso-8859-12"), ("a", "iso-8859-17"), ("a", "windows-1259"), ("a", "utf-7"),
      ("a", "iso-2022-jp"), ("a", "../../tmp/converter"), ("a", "UTF-8//TRANSLIT"), ("a", "?"),
    ])
  func `a missing character or an unknown charset gives nothing`(
    text: String, name: String
  ) {
    #expect(Charset.bytes(of: text, in: name) == nil)
  }

  @Test func `a character is never replaced by a similar one`() {
    #expect(Charset.bytes(of: "“", in: "iso-8859-2") == nil)
  }
}

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
  func `bytes that are not a text in any charset are refused`(bytes: [UInt8]) {
    #expect(throws: ForeignProblem.notText) { try DecodedText(bytes) }
  }

  @Test func `an id depends on name and number`() {
    let mark = ForeignCard.sourceID(name: "Gym", number: "12")
    #expect(mark.utf8.count == 8)
    #expect(mark == ForeignCard.sourceID(name: "Gym", number: "12"))
    #expect(mark != ForeignCard.sourceID(name: "Gym1", number: "2"))
  }
}
