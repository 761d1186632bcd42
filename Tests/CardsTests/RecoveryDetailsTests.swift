import Cards
import Testing

@Suite struct `Recovery details` {
  static let id = "1f0e7c25a9b3d4881f0e7c25a9b3d488"
  static let fingerprint = "04711 90210 12345 67890 00042 31415"

  static func details(_ id: String, _ fingerprint: String) throws -> RecoveryDetails? {
    let date = try #require(CalendarDate("2026-11-21"))
    return RecoveryDetails(
      keyID: id, fingerprint: fingerprint, date: date, isWrapped: false)
  }

  @Test func `well-formed details are accepted`() throws {
    #expect(try Self.details(Self.id, Self.fingerprint)?.keyID == Self.id)
  }

  @Test(arguments: [
    "", "1f0e7c25", id.uppercased(), id + "0", "<b>" + id.dropFirst(3), "é" + id.dropFirst(2),
  ])
  func `a malformed key id is refused`(id: String) throws {
    #expect(try Self.details(id, Self.fingerprint) == nil)
  }

  @Test(arguments: [
    "", "04711", fingerprint.replacing(" ", with: "-"), fingerprint + " ", " " + fingerprint,
    "0471 190210 12345 67890 00042 31415", fingerprint.replacing("7", with: "x"),
  ])
  func `a malformed fingerprint is refused`(fingerprint: String) throws {
    #expect(try Self.details(Self.id, fingerprint) == nil)
  }
}
