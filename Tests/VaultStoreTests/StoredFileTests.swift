import Sealing
import Testing
import VaultFormat

@Suite struct StoredFileTests {
  private static let digits = String(repeating: "0123456789abcdef", count: 4)

  @Test(arguments: StoredKind.allCases)
  func `a name with a hash, in the folder of its kind, has a kind and the hash`(
    kind: StoredKind
  ) throws {
    let hash = try #require(ContentHash(hexadecimal: Self.digits[...]))
    let file = StoredFile(kind, hash)
    #expect(file.kind == kind)
    #expect(file.hash == hash)
    for other in StoredKind.allCases where other != kind {
      let moved = StoredFile(folder: other.folder, name: file.name)
      #expect(moved.kind == nil && moved.hash == nil)
    }
  }

  @Test(
    arguments: [
      "", ".segment", String(digits.dropLast()) + ".segment", digits + "0.segment",
      digits.uppercased() + ".segment", digits + ".SEGMENT", digits + ".pack", digits,
      digits + ".segment.tmp", digits + " .segment", " " + digits + ".segment",
      // As many bytes as a name of ours.
      String(digits.dropLast(2)) + "é.segment", String(digits.dropLast(2)) + "\u{301}.segment",
    ])
  func `any other name has neither`(name: String) {
    let file = StoredFile(folder: "segments", name: name)
    #expect(file.kind == nil && file.hash == nil)
    #expect(StoredKind.segment.hash(in: name) == nil)
  }
}
