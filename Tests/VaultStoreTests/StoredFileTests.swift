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
      ("SEGMENTS", "HASH.segment"), ("segments", "HASH.SEGMENT"), ("Segments", "HASH.Segment"),
    ])
  func `a file in capitals is like ours, and which one is meant is known`(
    folder: String, name: String
  ) throws {
    let hash = try #require(ContentHash(hexadecimal: Self.digits[...]))
    for digits in [Self.digits, Self.digits.uppercased()] {
      let file = StoredFile(folder: folder, name: name.replacing("HASH", with: digits))
      #expect(file.inLowerCase == StoredFile(.segment, hash))
      #expect(file.isLikeOurs && file.kind == nil)
    }
    let header = StoredFile(folder: nil, name: "\(Self.digits.uppercased()).VAULT")
    #expect(header.inLowerCase == StoredFile(.vault, hash) && header.isLikeHeader)
    for other in [
      StoredFile(folder: "packs", name: "\(Self.digits).SEGMENT"),
      StoredFile(folder: nil, name: "READ.ME"), StoredFile(folder: "SEGMENTS", name: "A.SEGMENT"),
    ] {
      #expect(other.inLowerCase == other)
    }
    #expect(VaultLayout.isPassedOver("\(Self.digits).SEGMENT.TMP"))
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
