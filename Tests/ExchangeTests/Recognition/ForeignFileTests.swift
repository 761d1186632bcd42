import Testing

@testable import Exchange

/// Files are recognised by what is in them.
@Suite struct ForeignFileTests {
  @Test(
    arguments: [
      "", "hello", "https://example.org/share#store=a", "{}", "[]", "[{\"id\":1}]", "a,b\n1,2\n",
      "%PDF-1.7\n%âãÏÓ",
    ])
  func `other texts are no wallet's`(text: String) throws {
    #expect(try ForeignFile(Array(text.utf8)) == nil)
  }

  @Test func `pictures are no wallet's, archives are`() throws {
    #expect(try ForeignFile([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10]) == nil)
    #expect(try ForeignFile([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]) == nil)
    #expect(try ForeignFile([0x50, 0x4B, 0x03, 0x04, 0x14]) == .archive)
  }

  @Test func `archives are known by their members`() throws {
    let table = Array("store,cardid,barcodetype\na,1,QR_CODE\n".utf8)
    let reading = try ForeignFile.reading(["catima.csv": table], languages: [])
    #expect(reading.source == .catima)
    #expect(throws: ForeignProblem.self) {
      try ForeignFile.reading(["readme.txt": []], languages: [])
    }
    #expect(
      ForeignFile.passes(in: ["b.pkpass": [], "a.pkpass": [], "c": []])
        == ["a.pkpass", "b.pkpass"])
  }
}
