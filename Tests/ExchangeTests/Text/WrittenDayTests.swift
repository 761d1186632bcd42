import Cards
import Testing

@testable import Exchange

/// Days, amounts and codes as people write them in spreadsheets.
@Suite struct WrittenDayTests {
  @Test(
    arguments: [
      ("2026-12-31", "2026-12-31"), ("2026/12/31 08:00", "2026-12-31"),
      ("2026-12-31T23:59:59Z", "2026-12-31"), ("31.12.2026", "2026-12-31"),
      ("1.2.2026", "2026-02-01"), ("31/12/26", "2026-12-31"), ("12/31/2026", "2026-12-31"),
      ("5/5/2026", "2026-05-05"), ("5/6/2026", nil), ("31.13.2026", nil), ("soon", nil),
      ("", nil), ("1/2", nil), ("2026-02-30", nil),
      ("26-12-31", nil), ("31-12-26", nil), ("31-12-2026", "2026-12-31"),
      ("31-12-99", "2099-12-31"),
      ("1/2/3", nil), ("31.12.202", nil), ("31.12.0026", nil), ("31.12.20261", nil),
    ] as [(String, String?)])
  func `days are read unless day and month could be exchanged`(text: String, day: String?) {
    #expect(WrittenDay.day(text, in: nil)?.description == day)
  }

  @Test func `one day above 12 tells the order of all`() {
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
      ("12.50 EUR", "", Balance(thousandths: 12_500, currency: "EUR")),
      ("€ 1.234,50", "", Balance(thousandths: 1_234_500, currency: "EUR")),
      ("1,234.50", "chf", Balance(thousandths: 1_234_500, currency: "CHF")),
      ("300 points", "", Balance(thousandths: 300_000, currency: "")),
      ("20 pts", "", Balance(thousandths: 20_000, currency: "")),
      ("-3,5", "", Balance(thousandths: -3_500, currency: "")),
      ("\u{2212}5", "EUR", Balance(thousandths: -5_000, currency: "EUR")),
      ("1 234,50 zł", "pln", Balance(thousandths: 1_234_500, currency: "PLN")),
      ("12,- €", "", Balance(thousandths: 12_000, currency: "EUR")),
      ("Fr. 20.–", "", Balance(thousandths: 20_000, currency: "")),
      ("5 Stk", "", Balance(thousandths: 5_000, currency: "")),
      ("5", "STK", Balance(thousandths: 5_000, currency: "")),
      ("5 DEM", "usd", Balance(thousandths: 5_000, currency: "USD")),
      ("12.50-", "EUR", nil), (".50", "EUR", nil), ("$.50", "", nil), ("(12.50)", "EUR", nil),
      ("10 %", "", nil), ("12 34", "", nil),
      ("1.234", "", nil), ("1,234", "EUR", nil), ("1e3", "", nil), ("much", "", nil),
      ("25,50 €", "", Balance(thousandths: 25_500, currency: "EUR")),
      ("1,250", "points", Balance(thousandths: 1_250_000, currency: "")),
      ("1.250 Punkte", "", Balance(thousandths: 1_250_000, currency: "")),
      ("12.500.000 pts", "", Balance(thousandths: 12_500_000_000, currency: "")),
      ("12.00 points", "", Balance(thousandths: 12_000, currency: "")),
      ("12.5 points", "", nil), ("0.500 points", "", nil),
      ("1,250 JPY", "", Balance(thousandths: 1_250_000, currency: "JPY")),
      ("1.250 KWD", "", Balance(thousandths: 1_250, currency: "KWD")),
      ("1.250.000", "EUR", Balance(thousandths: 1_250_000_000, currency: "EUR")),
      ("1.250.00", "EUR", nil),
      ("1,250.50", "usd", Balance(thousandths: 1_250_500, currency: "USD")),
      ("1.234,567", "EUR", nil), ("0.125", "EUR", nil),
      ("1250.000", "EUR", Balance(thousandths: 1_250_000, currency: "EUR")),
      ("17.299999999999997", "EUR", Balance(thousandths: 17_300, currency: "EUR")),
      ("-0,30000000000000004 €", "", Balance(thousandths: -300, currency: "EUR")),
    ] as [(String, String, Balance?)])
  func `amounts keep their currency`(text: String, currency: String, balance: Balance?) {
    #expect(WrittenAmount.balance(text, currency: currency) == balance)
  }

  @Test(
    arguments: [
      ("17.299999999999997", .currency("EUR"), 17_300), ("1.250", .currency("USD"), 1_250),
      ("1.25e3", .currency("USD"), 1_250_000), ("9.995", .currency("KWD"), 9_995),
      ("1249.9999999999998", .currency("JPY"), 1_250_000), ("21.75", .unknown, 21_750),
      ("0.30000000000000004", .unknown, 300), ("99.99999999999999", .points, 100_000),
      ("1250.0", .points, 1_250_000), ("-5", .currency("EUR"), -5_000), ("21.75", .points, nil),
      ("1,250", .currency("EUR"), nil), ("0x10", .unknown, nil), ("1e99", .points, nil),
      ("-inf", .unknown, nil), ("", .unknown, nil), ("1 250", .unknown, nil),
    ] as [(String, WrittenAmount.Unit, Int64?)])
  func `a number that was calculated has the decimals of its unit`(
    number: String, unit: WrittenAmount.Unit, thousandths: Int64?
  ) {
    #expect(WrittenAmount.balance(ofNumber: number, in: unit)?.thousandths == thousandths)
  }

  @Test(
    arguments: [
      ("300 points", "", true), ("20", "PTS", true), ("12.50", "", false), ("$12.50", "", false),
      ("12.50", "$", false), ("12.50 EUR", "", false),
    ])
  func `an amount without a currency is points only where it says so`(
    text: String, currency: String, isPoints: Bool
  ) {
    #expect(WrittenAmount.isPoints(text, currency: currency) == isPoints)
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
