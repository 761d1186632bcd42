import Cards
import Testing

/// Moments as text that keeps the milliseconds.
@Suite struct TimestampTests {
  @Test(
    arguments: [
      0, 1, 999, 1_000, -1, -1_000, 1_795_234_500_250, 951_782_399_999, 951_868_800_000,
      253_402_300_799_999, -62_135_596_800_000,
    ] as [Int64])
  func `a moment comes back to the millisecond`(milliseconds: Int64) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(Timestamp(moment.exactDescription) == moment)
  }

  @Test func `whole seconds are written as ever`() {
    let moment = Timestamp(milliseconds: 1_795_234_500_000)
    #expect(moment.exactDescription == moment.description)
    #expect(Timestamp(milliseconds: 250).exactDescription == "1970-01-01T00:00:00.250Z")
  }

  @Test(
    arguments: [
      "", "2026-11-21", "2026-11-21T04:15:00", "2026-11-21T04:15:00+01:00", "2026-11-21T24:00:00Z",
      "2026-11-21T04:60:00Z", "2026-11-21T04:15:00.5Z", "2026-02-30T04:15:00Z",
      "2026-11-21T04:15:0ZZ", "2026-11-21T+4:15:00Z",
    ])
  func `anything else is no moment`(text: String) {
    #expect(Timestamp(text) == nil)
  }
}
