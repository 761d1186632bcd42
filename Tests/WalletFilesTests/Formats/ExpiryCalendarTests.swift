import Cards
import Testing

@testable import WalletFiles

/// The calendar of last days.
@Suite struct ExpiryCalendarTests {
  private static let now = Timestamp(milliseconds: 1_795_234_500_000)

  private func calendar(_ cards: [Card]) throws -> ForeignWriting {
    let today = try #require(CalendarDate("2026-11-22"))
    return ExpiryCalendar.writing(cards, today: today, now: Self.now)
  }

  private func card(_ name: String, until day: String, _ byte: UInt8 = 1) -> Card {
    var card = Card(
      id: OddCards.id(byte), name: name, codes: [OddCards.code(.code128, "SECRET-1")])
    card.expires = CalendarDate(day)
    return card
  }

  @Test func `an event is a whole day, with an alarm a week before`() throws {
    #expect(
      try calendar([card("Gym; \"new\", a\\b", until: "2026-12-31")]).text == """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//cardvault//cardvault//EN\r
        CALSCALE:GREGORIAN\r
        BEGIN:VEVENT\r
        UID:01010101010101010101010101010101@cardvault\r
        DTSTAMP:\(Self.now.description.filter { $0 != "-" && $0 != ":" })\r
        DTSTART;VALUE=DATE:20261231\r
        DTEND;VALUE=DATE:20270101\r
        SUMMARY:Gym\\; "new"\\, a\\\\b expires\r
        TRANSP:TRANSPARENT\r
        CLASS:PRIVATE\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        DESCRIPTION:Gym\\; "new"\\, a\\\\b expires on 2026-12-31\r
        TRIGGER:-P6DT15H\r
        END:VALARM\r
        END:VEVENT\r
        END:VCALENDAR\r

        """)
  }

  @Test func `cards that expired, are archived or used up have no event`() throws {
    let old = card("Old", until: "2026-11-21", 1)
    var archived = card("Archived", until: "2026-12-31", 2)
    archived.isArchived = true
    var used = card("Used", until: "2026-12-31", 3)
    (used.isOneTime, used.usedAt) = (true, Self.now)
    let last = card("Today", until: "2026-11-22", 4)
    #expect(try calendar([old, archived, used, last]).cards == [last.id])
  }

  @Test func `no number is in it, not even in a name`() throws {
    let text = try calendar([card("Card SECRET-1", until: "2026-12-31")]).text
    #expect(!text.contains("SECRET") && text.contains("SUMMARY:A card expires\r\n"))
  }

  @Test func `lines have at most 75 octets, and unfold to what they were`() throws {
    let name = String(repeating: "漢字🙂é", count: 40)
    let text = try calendar([card(name, until: "2026-12-31")]).text
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:\(name) expires\r\n"))
  }
}
