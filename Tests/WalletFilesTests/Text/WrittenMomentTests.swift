import Cards
import Testing

@testable import WalletFiles

/// Days with a time of day: a moment is on the person's day.
@Suite struct WrittenMomentTests {
  /// The day that the C library gives for a moment here.
  private func here(_ text: String) throws -> CalendarDate {
    let moment = try #require(Timestamp(text))
    return try #require(LocalDay.clock(at: moment)).day
  }

  @Test(
    arguments: [
      ("2027-01-01T07:59:59Z", "2027-01-01T07:59:59Z"),
      ("2026-12-30T23:00:00z", "2026-12-30T23:00:00Z"),
      ("2026-12-31 23:30:00 +0000", "2026-12-31T23:30:00Z"),
      ("2026-12-31T23:59-01:00", "2027-01-01T00:59:00Z"),
      ("2026-12-31T23:59:59.999-1130", "2027-01-01T11:29:59Z"),
      ("2027-01-01t00:30+14", "2026-12-31T10:30:00Z"),
      ("2026-12-31 23:00 UTC", "2026-12-31T23:00:00Z"),
      ("2026-12-31 23:00:00 GMT+0100", "2026-12-31T22:00:00Z"),
      ("2026-12-31T23:00:00+01:00[Europe/Berlin]", "2026-12-31T22:00:00Z"),
      ("2028-02-29T23:59:59,5−05:00", "2028-03-01T04:59:59Z"),
      ("2026-12-31T233000Z", "2026-12-31T23:30:00Z"),
      ("2026-12-31T2330+0100", "2026-12-31T22:30:00Z"),
      ("2027-01-01 00:30 UTC+9", "2026-12-31T15:30:00Z"),
      ("2026-12-31 23:30+9:00", "2026-12-31T14:30:00Z"),
      ("2026-12-31 11:30 PM +0000", "2026-12-31T23:30:00Z"),
      ("2026-12-31 12:05am UTC", "2026-12-31T00:05:00Z"),
      ("2026-12-31 23:59:59 +0100 CET", "2026-12-31T22:59:59Z"),
      ("2026-12-31T20:00:00-05:00[America/Port-au-Prince]", "2027-01-01T01:00:00Z"),
      ("2026-12-31T23:00:00+01:00 (Central European Time)", "2026-12-31T22:00:00Z"),
      ("2026-12-31 23:00:00 GMT+0100 (heure normale d’Europe centrale)", "2026-12-31T22:00:00Z"),
      ("2026-12-31T23:00Z[Coordinated Universal Time]", "2026-12-31T23:00:00Z"),
      ("2026-12-31T23:00+01:00[Europe/Berlin][u-ca=gregory]", "2026-12-31T22:00:00Z"),
      ("2026-12-31 23:00 Uhr UTC+1", "2026-12-31T22:00:00Z"),
      ("2026-12-31 23:00 Uhr +01:00 (MEZ)", "2026-12-31T22:00:00Z"),
      ("2026-12-31 23:00h GMT", "2026-12-31T23:00:00Z"),
      ("2026-12-31 11:00 p.m. UTC", "2026-12-31T23:00:00Z"),
    ])
  func `a time with an offset has its local day`(text: String, moment: String) throws {
    let day = try here(moment)
    #expect(WrittenMoment(text)?.day == day)
    #expect(WrittenDay.day(text, in: nil) == day)
    #expect(WrittenValue.day(text) == day)
  }

  @Test(
    arguments: [
      ("2026-12-31", nil), ("2026-12-31T00:00", 0), ("2026-12-31 23:59:59", 1_439),
      ("2026-12-31 9:05", 545), ("2026-12-31 23:59 Uhr", 1_439), ("2026-12-31 11:59 p.m.", 1_439),
      ("2026-12-31T2359", 1_439), ("2026-12-31 11:59:59 PM", 1_439),
      ("2026-12-31 23:59 Uhr ", 1_439), ("2026-12-31 23:59h", 1_439), ("2026-12-31 12:00 AM", 0),
      ("2026-12-31T24:00", 1_440), ("2026-12-31 ", nil),
    ] as [(String, Int?)])
  func `a time without an offset is on the day as written`(
    text: String, minute: Int?
  ) {
    #expect(WrittenMoment(text)?.day == CalendarDate("2026-12-31"))
    #expect(WrittenMoment(text)?.minute == minute)
    #expect(WrittenDay.day(text, in: nil) == CalendarDate("2026-12-31"))
  }

  @Test(arguments: [
    "2026-12-31T12:30:00-57:00", "2026-12-31T12:30:00+01:99", "2026-12-31T25:00Z",
    "2026-12-31 soon",
    "2026-12-31T10:00 CET", "2026-12-31 10:00 Zermatt", "2026-12-31T", "2026-12-31T23Z",
    "2026-12-31 2330",
    "2026-12-31 13:00 PM", "2026-12-31T10:00Z or later",
    "2026-01-01 - 2026-12-31", "2026-12-31 +1 month", "2026-12-31x",
    "2026-12-31 (extended to 2027-06-30)", "2026-12-31T10:00Z (2027-06-30)",
    "2026-12-31T10:00Z (until 30 June)", "2026-12-31T10:00Z (Central Time) or later",
    "2026-12-31T10:00Z (Central (European) Time)", "2026-12-31T10:00Z (Central Time]",
    "2026-12-31T10:00Z Central Time", "2026-12-31 10:00 Uhr MEZ", "2026-12-31 10:00 Uhrzeit",
    "2026-12-31 - 31.12.2027", "2026-12-31 10:00 Uhr - 31.12.2027",
    "2026-12-31 10:00 Uhr-12:00 Uhr", "2026-12-31 10:00 Uhr -12:00", "2026-12-31 10:00-12:00 Uhr",
    "2026-12-31 10:00-12:00 p.m.", "2026-12-31 11:00-12:00", "2026-12-31 11:00 − 12:00",
    "2026-12-31 11:00am -12:00", "2026-12-31 11:00-12:00 uur", "2026-12-31T23:00:00-13:00",
  ])
  func `a day followed by anything but a time is rejected`(text: String) {
    #expect(WrittenMoment(text) == nil)
    #expect(WrittenDay.day(text, in: nil) == nil)
    #expect(WrittenDay.day("31.12.2026" + text.dropFirst(10), in: nil) == nil)
  }

  @Test(arguments: ["1448-07-21", "2569-12-31", "2569-12-31T23:59:59Z", "1405-01-01 10:00"])
  func `a moment in a year of another calendar is none`(text: String) {
    #expect(WrittenMoment(text) == nil)
    #expect(WrittenMoment(text, ignoringOffset: true) == nil)
  }

  @Test func `days written in other orders are moments as well`() throws {
    for text in ["31.12.2026 23:30Z", "31/12/2026 23:30 +00:00", "12/31/2026T23:30:00Z"] {
      #expect(try WrittenDay.day(text, in: nil) == here("2026-12-31T23:30:00Z"))
    }
  }

  @Test func `a moment in words has its time of day, and events are sorted by it`() throws {
    #expect(WrittenMoment("2026-12-04T08:05")?.words == "4 Dec 2026 08:05")
    #expect(WrittenMoment("2026-12-04")?.words == "4 Dec 2026")
    let fixed = WrittenMoment("2026-12-04T18:30-09:00", ignoringOffset: true)
    #expect(fixed?.words == "4 Dec 2026 18:30")
    let texts = ["2026-12-04T20:00", "2026-12-04T08:05", "2026-12-03", "2026-12-04"]
    #expect(
      texts.compactMap { WrittenMoment($0) }.sorted().map(\.words) == [
        "3 Dec 2026", "4 Dec 2026", "4 Dec 2026 08:05", "4 Dec 2026 20:00",
      ])
  }

  @Test func `a day that was picked in Catima is that day, or may be the one beside it`() throws {
    let day = try #require(CalendarDate("2026-12-31"))
    let midnight = Int64(1_798_675_200_000)
    let start = try #require(LocalDay.start(of: day)) * 1_000
    let noon = try #require(LocalDay.time(of: day, hour: 12)) * 1_000
    for milliseconds in [midnight, start, noon] {
      let picked = CatimaDay(Timestamp(milliseconds: milliseconds))
      #expect(picked?.day == day && picked?.isSure == true)
    }
    // Midnight elsewhere; the seconds make it none here.
    for hours in [-11, -5, -1, 1, 8, 11] as [Int64] {
      let milliseconds = midnight + hours * 3_600_000 + 1
      let picked = CatimaDay(Timestamp(milliseconds: milliseconds))
      #expect(picked?.day == day && picked?.isSure == false, "\(hours)")
    }
    #expect(CatimaDay(Timestamp(milliseconds: 1 << 60)) == nil)
  }
}
