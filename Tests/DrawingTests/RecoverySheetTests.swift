import Cards
import Foundation
import FoundationXML
import Testing

@testable import Drawing

@Suite struct `Recovery sheets` {
  /// Of the bytes 1 and 0 to 31, computed by a separate program (BIP-350).
  static let plain =
    "cardvault-key1qyqqzqsrqszsvpcgpy9qkrqdpc83qygjzv2p29shrqv35xcur50p7vl6ysy"
  /// Of the bytes 0 to 121, in the same way.
  static let wrapped =
    "cardvault-wrapped-key1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqgfzyvjz2f389q5j52ev95hz7"
    + "vp3xgengdfkxuurjw3m8s7nu06qg9pyx3z9ger5sj22fdxy6nj02pg4y56524t9wkzetfd4ch27tasxzcnrv3jkvemgd94xkmrddehh"
    + "qutjwd682anh0pusxqldd7"
  /// The groups of both, by the same program from the format's own wording.
  static let plainGroups = [
    "QYQQF", "ZQSR5", "QSZS7", "VPCG8", "PY9QQ", "KRQD8", "PC838", "QYGJM", "ZV2PT", "29SHR",
    "RQV3R", "5XCU6", "R50PA", "7VL6N", "YSY9",
  ]
  static let firstWrappedGroups = ["QQQSF", "YQCYG", "Q5RQ6"]
  /// Groups 31 to 33, where the number in the check starts again.
  static let lateWrappedGroups = ["6NJ07", "2PG4X", "Y565D"]

  static func details(
    isWrapped: Bool = false
  ) throws -> RecoveryDetails {
    let date = try #require(CalendarDate("2026-11-21"))
    return try #require(
      RecoveryDetails(
        keyID: "1f0e7c25a9b3d4881f0e7c25a9b3d488",
        fingerprint: "04711 90210 12345 67890 00042 31415", date: date,
        isWrapped: isWrapped))
  }

  /// The lines of text of a sheet with their positions.
  static func texts(_ sheet: RecoverySheet) -> [(x: Int, y: Int, words: String)] {
    sheet.svg.matches(of: #/<text x="(\d+)" y="(\d+)"[^>]*>(.*?)<\/text>/#).map {
      (Int($0.output.1) ?? -1, Int($0.output.2) ?? -1, String($0.output.3))
    }
  }

  @Test func `a key is split into groups of four and a check, in either case`() throws {
    #expect(KeyGroups(line: Array(Self.plain.utf8))?.groups == Self.plainGroups)
    #expect(KeyGroups(line: Array(Self.plain.uppercased().utf8))?.groups == Self.plainGroups)
    let groups = try #require(KeyGroups(line: Array(Self.wrapped.utf8))).groups
    #expect(groups.count == 51)
    #expect(Array(groups.prefix(3)) == Self.firstWrappedGroups)
    #expect(Array(groups[31...33]) == Self.lateWrappedGroups)
  }

  @Test(arguments: [(plain, false), (wrapped, true)])
  func `the sheet shows every group and fact, in order`(line: String, isWrapped: Bool) throws {
    let sheet = try RecoverySheet(
      Self.details(isWrapped: isWrapped), keyLine: Array(line.utf8))
    let words = Self.texts(sheet).map(\.words)
    let groups = try #require(KeyGroups(line: Array(line.utf8))).groups
    #expect(words.filter(Set(groups).contains) == groups)
    let numbers = (1...(groups.count + 5) / 6).map(String.init)
    #expect(words.filter(Set(numbers).contains) == numbers)
    for fact in [
      "2026-11-21", "04711 90210 12345", "67890 00042 31415", "1f0e 7c25 a9b3 d488",
      isWrapped ? "needed, but not on this page" : "not needed",
    ] { #expect(words.contains(fact), "\(fact)") }
    #expect(!sheet.svg.contains(line) && !sheet.svg.contains(line.uppercased()))
  }

  @Test(arguments: [(plain, false), (wrapped, true)])
  func `no two lines of text overlap`(line: String, isWrapped: Bool) throws {
    let sheet = try RecoverySheet(
      Self.details(isWrapped: isWrapped), keyLine: Array(line.utf8))
    let texts = Self.texts(sheet)
    for (index, text) in texts.enumerated() {
      for other in texts[(index + 1)...] where other.x == text.x {
        #expect(abs(other.y - text.y) >= 18, "\(text.y) and \(other.y)")
      }
    }
  }

  @Test(arguments: [(plain, false, 41), (wrapped, true, 69)])
  func `its QR Code has the line in capitals, with the highest correction, within its area`(
    line: String, isWrapped: Bool, modules: Int
  ) throws {
    let sheet = try RecoverySheet(
      Self.details(isWrapped: isWrapped), keyLine: Array(line.utf8))
    let path = try #require(sheet.svg.firstMatch(of: #/scale\(([0-9.]+)\)".* d="([^"]+)"/#)).output
    let scale = try #require(Double(path.1))
    #expect(scale * Double(modules) <= 276 && scale * Double(modules) > 250)
    var bitmap = Bitmap(width: (modules + 8) * 4, height: (modules + 8) * 4)
    for run in path.2.split(separator: "M") {
      let parts = run.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
      bitmap.fill(
        x: (parts[0] + 4) * 4, y: (parts[1] + 4) * 4, width: parts[2] * 4, height: parts[3] * 4)
    }
    let scan = try #require(Scan.all(bitmap).first)
    #expect(scan.format == "QR Code" && scan.errorCorrection == "H")
    #expect(scan.text == line.uppercased())
  }

  @Test func `it is well-formed and one A4 page`() throws {
    let sheet = try RecoverySheet(Self.details(), keyLine: Array(Self.plain.utf8))
    #expect(sheet.svg.contains(#"width="210mm" height="297mm""#))
    let parser = XMLParser(data: Data(sheet.svg.utf8))
    let passed = parser.parse()
    #expect(passed, "\(String(describing: parser.parserError))")
  }

  @Test(arguments: ["", "cardvault-key1", "cardvault-key1<b>", "other1qqqq", "cardvault-key1qb"])
  func `a line that is not a key is not drawn`(line: String) throws {
    let details = try Self.details()
    #expect(throws: DrawingError.refused(.qrCode)) {
      try RecoverySheet(details, keyLine: Array(line.utf8))
    }
  }
}
