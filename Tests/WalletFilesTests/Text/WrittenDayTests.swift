import Cards
import Testing

@testable import WalletFiles

/// Days and codes as people write them in spreadsheets.
@Suite struct WrittenDayTests {
  @Test(
    arguments: [
      ("2026-12-31", "2026-12-31"), ("2026/12/31 08:00", "2026-12-31"),
      ("2026-12-31T23:59:59Z", "2026-12-31"), ("31.12.2026", "2026-12-31"),
      ("1.2.2026", "2026-02-01"), ("31/12/26", "2026-12-31"), ("12/31/2026", "2026-12-31"),
      ("5/5/2026", "2026-05-05"), ("5/6/2026", nil), ("31.13.2026", nil), ("soon", nil),
      ("", nil), ("1/2", nil), ("2026-02-30", nil), ("01.01.2027 - 31.12.2027", nil),
      ("01.01.2027 10:00 Uhr - 31.12.2027 10:00 Uhr", nil), ("01.01.2027 10:00 Uhr", "2027-01-01"),
      ("26-12-31", nil), ("31-12-26", nil), ("31-12-2026", "2026-12-31"),
      ("31-12-99", "2099-12-31"),
      ("1/2/3", nil), ("31.12.202", nil), ("31.12.0026", nil), ("31.12.20261", nil),
    ] as [(String, String?)])
  func `days are read unless day and month could be exchanged`(text: String, day: String?) {
    #expect(WrittenDay.day(text, in: nil)?.description == day)
  }

  @Test(
    arguments: [
      ("31/12/2569", nil), ("1448-07-21", nil), ("21.07.1448", nil), ("1405/01/01", nil),
      ("2569-12-31T23:59:59Z", nil), ("31.12.1299", "1299-12-31"), ("1300-01-01", nil),
      ("1899-12-31", nil), ("1900-01-01", "1900-01-01"), ("2399-12-31", "2399-12-31"),
      ("2400-01-01", nil), ("2799-12-31", nil), ("2800-01-01", "2800-01-01"),
      ("31.12.2099", "2099-12-31"), ("9999-12-31", "9999-12-31"),
    ] as [(String, String?)])
  func `a year of another calendar is not taken for one of ours`(text: String, day: String?) {
    #expect(WrittenDay.day(text, in: .day)?.description == day)
    if text.dropFirst(4).first == "-" { #expect(WrittenValue.day(text)?.description == day) }
  }

  @Test(
    arguments: [
      ("12/2027", "2027-12-31"), ("2.2028", "2028-02-29"), ("2027-12", "2027-12-31"),
      ("13/2027", nil), ("12/27", nil), ("12-2569", nil), ("1/12/2027", nil), ("12.50", nil),
      ("0/2027", nil), ("12/20271", nil), ("", nil),
    ] as [(String, String?)])
  func `months are read where the year has four digits`(text: String, lastDay: String?) {
    let month = WrittenDay.month(text)
    #expect(month?.last.description == lastDay)
    #expect(month.map { $0.first.day == 1 } ?? true)
  }

  @Test func `one day above 12 proves the order of all`() {
    #expect(WrittenDay.order(of: ["5/6/2026", "5/13/2026", ""]) == .month)
    #expect(WrittenDay.order(of: ["5/6/2026", "13/5/2026"]) == .day)
    #expect(WrittenDay.order(of: ["13/5/2026", "5/13/2026"]) == nil)
    #expect(WrittenDay.order(of: ["2026-05-13"]) == nil)
    // Between points, the day always comes first.
    #expect(WrittenDay.order(of: ["13.5.2026", "5/6/2026"]) == nil)
    #expect(WrittenDay.day("5/6/2026", in: .month) == CalendarDate("2026-05-06"))
    #expect(WrittenDay.day("5/6/2026", in: .day) == CalendarDate("2026-06-05"))
  }

  @Test(
    arguments: [
      ("4006381333931", .ean13, "4006381333931"), ("4 006381 333931", .ean13, "4006381333931"),
      ("4006381333932", .code128, "4006381333932"), ("036000291452", .upcA, "036000291452"),
      ("96385074", .ean8, "96385074"), ("A-7", .code128, "A-7"),
      ("https://example.org", .qrCode, "https://example.org"), ("é", .qrCode, "é"),
    ] as [(String, Symbology, String)])
  func `a kind of barcode is guessed by the number`(
    number: String, symbology: Symbology, text: String
  ) {
    let guess = GuessedCode(number)
    #expect(guess.symbology == symbology)
    #expect(guess.text == text)
  }
}
