import Cards
import Testing

@testable import WalletFiles

/// Amounts as people and programs write them.
@Suite struct WrittenAmountTests {
  private static func money(_ thousandths: Int64, _ currency: String) -> Balance {
    Balance(thousandths: thousandths, currency: currency)
  }

  private static func points(_ count: Int64) -> Balance { money(count * 1_000, "") }

  private static func ambiguous(
    _ digits: String, _ currency: String, isNamed: Bool = false
  ) -> WrittenAmount.Unclear {
    let unit: WrittenAmount.Unit = currency.isEmpty ? .unknown : .currency(currency)
    return .thousandsOrDecimals(.init(digits, in: unit, isNamed: isNamed))
  }

  @Test(
    arguments: [
      ("12.50 EUR", "", money(12_500, "EUR")), ("€ 1.234,50", "", money(1_234_500, "EUR")),
      ("25,50 €", "", money(25_500, "EUR")), ("25.50 Euro", "", money(25_500, "EUR")),
      ("€ 5 EUR", "", money(5_000, "EUR")), ("5 EUR", "USD", money(5_000, "EUR")),
      ("1,234.50", "CHF", money(1_234_500, "CHF")), ("Fr. 20.–", "", money(20_000, "CHF")),
      ("1 234,50 zł", "", money(1_234_500, "PLN")), ("12,- €", "", money(12_000, "EUR")),
      ("300 points", "", points(300)), ("20 pts", "", points(20)), ("300", "", points(300)),
      ("\u{2212}5", "EUR", money(-5_000, "EUR")), ("-$5", "USD", money(-5_000, "USD")),
      ("$25.50", "CAD", money(25_500, "CAD")), ("US$ 20", "", money(20_000, "USD")),
      ("$20 AUD", "", money(20_000, "AUD")), ("100 kr", "SEK", money(100_000, "SEK")),
      ("￥500", "JPY", money(500_000, "JPY")), ("R$ 9,90", "", money(9_900, "BRL")),
      ("1,250", "points", points(1_250)), ("1.250 Punkte", "", points(1_250)),
      ("12.500.000 pts", "", points(12_500_000)), ("12.00 points", "", points(12)),
      ("1,250 JPY", "", money(1_250_000, "JPY")), ("1.250 KWD", "", money(1_250, "KWD")),
      ("1.250.000", "EUR", money(1_250_000_000, "EUR")),
      ("1,250.50", "USD", money(1_250_500, "USD")), ("CHF 1'250.00", "", money(1_250_000, "CHF")),
      ("1\u{2019}250\u{2019}000", "CHF", money(1_250_000_000, "CHF")),
      ("1250.000", "EUR", money(1_250_000, "EUR")),
      ("17.299999999999997", "EUR", money(17_300, "EUR")),
      ("-0,30000000000000004 €", "", money(-300, "EUR")),
      ("123456789012.35 EUR", "", money(123_456_789_012_350, "EUR")),
    ] as [(String, String, Balance)])
  func `an amount keeps its unit`(text: String, stated: String, balance: Balance) throws {
    let unit = try #require(WrittenAmount.unit(named: stated))
    #expect(WrittenAmount.balance(text, in: unit) == balance)
  }

  @Test(
    arguments: [
      ("$25.50", "", .severalCurrencies), ("$5", "EUR", .severalCurrencies),
      ("￥500", "", .severalCurrencies), ("100 kr", "EUR", .severalCurrencies),
      ("100元", "", .severalCurrencies),
      ("1,250 EUR", "", ambiguous("1,250", "EUR", isNamed: true)),
      ("1.234", "", ambiguous("1.234", "")),
      ("25.50", "", .noCurrency), ("12.00", "", .noCurrency), ("12.5 points", "", .notANumber),
      ("0.500", "points", .notANumber), ("12.50 JPY", "", .notANumber),
      ("1.2345", "", .notANumber), ("0.125", "EUR", .notANumber), ("1.234,567", "EUR", .notANumber),
      ("1,250 IQD", "", ambiguous("1,250", "IQD", isNamed: true)),
      ("1,250", "TND", ambiguous("1,250", "TND")),
      ("1.250", "TND", ambiguous("1.250", "TND")),
      ("12.34,50", "EUR", .notANumber), ("1,2.50", "EUR", .notANumber),
      ("2.50,3", "EUR", .notANumber),
      ("1.25,000", "EUR", .notANumber), ("1250,000.50", "EUR", .notANumber),
      ("1.250.00", "EUR", .notANumber), ("9999999999999", "EUR", .notANumber),
    ] as [(String, String, WrittenAmount.Unclear)])
  func `an amount that could mean several things is no balance`(
    text: String, stated: String, why: WrittenAmount.Unclear
  ) throws {
    let amount = try #require(WrittenAmount(text))
    let unit = try #require(WrittenAmount.unit(named: stated))
    #expect(throws: why) { try amount.balance(in: unit) }
  }

  @Test(
    arguments: [
      ("1,234", "KWD", "1234", "1.234"), ("1,250", "BHD", "1250", "1.250"),
      ("1,234 OMR", "", "1234 OMR", "1.234 OMR"), ("1,000 JOD", "EUR", "1000 JOD", "1.000 JOD"),
      ("IQD 12,345", "IQD", "12345 IQD", "12.345 IQD"),
      ("1,234", "TND", "1234", "1,2340"), ("1.250 TND", "", "1250 TND", "1.25 TND"),
      ("123.456", "LYD", "123456", "123.4560"), ("1,000 LYD", "", "1000 LYD", "1,00 LYD"),
      ("1.250", "EUR", "1250", "1.25"), ("€ 1,200", "", "1200 EUR", "1,20 EUR"),
      ("1,000", "USD", "1000", "1,00"), ("$1,250", "CAD", "1250 CAD", "1,25 CAD"),
      ("1.255", "EUR", "1255", nil), ("1,255 EUR", "", "1255 EUR", nil),
      ("1.250 BGN", "", "1250 BGN", "1.25 BGN"),
    ] as [(String, String, String, String?)])
  func `an ambiguous amount comes with both clear forms`(
    text: String, stated: String, whole: String, fraction: String?
  ) throws {
    let unit = try #require(WrittenAmount.unit(named: stated))
    let ambiguity = try ambiguity(of: text, in: unit)
    #expect(ambiguity.whole == whole && ambiguity.fraction == fraction)
    let groups = ambiguity.digits.split { !$0.isNumber }.compactMap { Int64($0) }
    let read = try #require(WrittenAmount.balance(whole, in: unit))
    #expect(read.thousandths == (groups[0] * 1_000 + groups[1]) * 1_000)
    #expect(ambiguity.decimalCount == CurrencyCodes.decimals(of: read.currency))
    if let fraction {
      let thousandths = groups[0] * 1_000 + groups[1]
      #expect(
        WrittenAmount.balance(fraction, in: unit)
          == Balance(thousandths: thousandths, currency: read.currency))
    }
  }

  @Test func `without a unit, digits are points as they are, and money with a currency`() throws {
    let ambiguity = try ambiguity(of: "1,250", in: .unknown)
    #expect(ambiguity.decimalCount == nil)
    #expect(WrittenAmount.balance(ambiguity.whole, in: .unknown) == Self.points(1_250))
    let fraction = try #require(ambiguity.fraction)
    let money = [ambiguity.whole, fraction].map {
      WrittenAmount.balance("\($0) EUR", in: .unknown)
    }
    #expect(money == [Self.money(1_250_000, "EUR"), Self.money(1_250, "EUR")])
    // Points have no decimals, so that they are never asked for again.
    #expect(WrittenAmount.balance("1,250", in: .points) == Self.points(1_250))
  }

  private func ambiguity(
    of text: String, in unit: WrittenAmount.Unit
  ) throws -> WrittenAmount.Ambiguity {
    let amount = try #require(WrittenAmount(text))
    let error = #expect(throws: WrittenAmount.Unclear.self) { try amount.balance(in: unit) }
    guard case .thousandsOrDecimals(let ambiguity)? = error else {
      throw try #require(error)
    }
    return ambiguity
  }

  @Test(arguments: [
    "12.50-", ".50", "$.50", "(12.50)", "10 %", "10% off", "12 34", "1e3", "much", "5 Stk", "5 DEM",
    "€ 5 USD", "Guthaben 5 EUR", "1-2", "", "20\n100 EUR", "1'25 CHF",
  ])
  func `anything else is no amount`(text: String) {
    #expect(WrittenAmount(text) == nil)
  }

  @Test(arguments: ["STK", "$", "DEM", "kr"])
  func `a word that names no unit, or several, is none`(word: String) {
    #expect(WrittenAmount.unit(named: word) == nil)
  }

  @Test(
    arguments: [
      ("17.299999999999997", .currency("EUR"), 17_300), ("1.250", .currency("USD"), 1_250),
      ("1.25e3", .currency("USD"), 1_250_000), ("9.995", .currency("KWD"), 9_995),
      ("9.995", .currency("USD"), nil), ("12.50", .currency("JPY"), nil),
      ("1249.9999999999998", .currency("JPY"), 1_250_000), ("21.75", .unknown, nil),
      ("21.0", .unknown, 21_000), ("99.99999999999999", .points, 100_000),
      ("1250.0", .points, 1_250_000), ("-5", .currency("EUR"), -5_000), ("21.75", .points, nil),
      ("1,250", .currency("EUR"), nil), ("0x10", .unknown, nil), ("1e99", .points, nil),
      ("-inf", .unknown, nil), ("", .unknown, nil), ("1 250", .unknown, nil),
    ] as [(String, WrittenAmount.Unit, Int64?)])
  func `a number that was calculated has the decimals of its unit`(
    number: String, unit: WrittenAmount.Unit, thousandths: Int64?
  ) {
    #expect(WrittenAmount.balance(ofNumber: number, in: unit)?.thousandths == thousandths)
  }
}

/// Amounts and colours as other wallets write them.
@Suite struct WrittenValueTests {
  /// The code for “no currency” (ISO 4217), put together as a search for marks in unfinished text would find it.
  private static let noCurrency = String(repeating: "X", count: 3)

  @Test(
    arguments: [
      ("12", 12_000), ("-3.50", -3_500), ("3,5", 3_500), ("0.0010000", 1), ("1e9", nil),
      ("", nil), ("1.2.3", nil), ("0.0001", nil), ("9999999999999999", nil), ("+1", nil),
    ] as [(String, Int64?)])
  func `amounts keep all their digits or are refused`(text: String, thousandths: Int64?) {
    #expect(WrittenValue.thousandths(text) == thousandths)
  }

  @Test(
    arguments: [
      ("rgb(255, 0, 16)", 0xFF0010), ("rgba(1,2,3,0.5)", 0x010203), ("#0a0B0c", 0x0A0B0C),
      ("rgb(256,0,0)", nil), ("red", nil), ("#12345g", nil), ("", nil),
    ] as [(String, UInt32?)])
  func `colours are read`(text: String, colour: UInt32?) {
    #expect(WrittenValue.colour(text) == colour)
  }

  @Test func `a stated currency counts by its form, a guessed one if it is in circulation`() {
    #expect(
      ["eur", "DEM", "STK", "€", "EURO"].map(WrittenValue.currency) == [
        "EUR", "DEM", "STK", "", "",
      ])
    #expect(CurrencyCodes.inCirculation.count == 155)
    #expect(CurrencyCodes.inCirculation.allSatisfy(Balance.isCurrency))
    #expect(
      CurrencyCodes.inCirculation.isDisjoint(with: ["DEM", "STK", "XAU", "XTS", Self.noCurrency]))
  }
}
