import Cards
import Testing
import Wallet
import WalletFiles

/// Amounts as people type them.
@Suite struct TypedAmountTests {
  @Test(
    arguments: [
      ("25.50 EUR", 25_500, "EUR"), ("25,5eur", 25_500, "EUR"), ("€12", 12_000, "EUR"),
      ("12.345 kwd", 12_345, "KWD"), ("300 points", 300_000, ""), ("7pts", 7_000, ""),
      ("0.05£", 50, "GBP"), ("USD 3", 3_000, "USD"), ("10", 10_000, ""), ("50 zł", 50_000, "PLN"),
      ("1.000 points", 1_000_000, ""), ("1,250 JPY", 1_250_000, "JPY"),
      ("1.250,50 €", 1_250_500, "EUR"), ("10 BGN", 10_000, "BGN"),
    ] as [(String, Int64, String)])
  func `an amount has a number and perhaps a unit`(
    text: String, thousandths: Int64, currency: String
  ) throws {
    let balance = try TypedAmount(text).balance(inUnitOf: nil)
    #expect(balance == Balance(thousandths: thousandths, currency: currency))
  }

  @Test(arguments: ["", "EUR", "-5", "5 apples", "1e3", ".5", "٣", "10% off"])
  func `what is no amount is refused`(text: String) {
    #expect(throws: WalletError.text(.notAnAmount(text))) { try TypedAmount(text) }
  }

  @Test(
    arguments: [
      ("1.2.3", .notAnAmount("1.2.3")), ("9999999999999", .notAnAmount("9999999999999")),
      ("0.5 points", .notAnAmount("0.5 points")), ("0.125 EUR", .notAnAmount("0.125 EUR")),
      ("12.50 JPY", .notAnAmount("12.50 JPY")), ("1.2345", .notAnAmount("1.2345")),
      ("1,234", .thousandsOrDecimals(.init("1,234", in: .unknown, isNamed: false))),
      ("1.000 EUR", .thousandsOrDecimals(.init("1.000", in: .currency("EUR"), isNamed: true))),
      ("€ 1.250", .thousandsOrDecimals(.init("1.250", in: .currency("EUR"), isNamed: true))),
      ("$25.50", .severalCurrencies("$25.50")),
    ] as [(String, TextProblem)])
  func `what could mean several things is refused`(text: String, problem: TextProblem) throws {
    let amount = try TypedAmount(text)
    #expect(throws: WalletError.text(problem)) { try amount.balance(inUnitOf: nil) }
  }

  @Test func `without a unit it is in that of the balance, or in points`() throws {
    let amount = try TypedAmount("5")
    let euros = Balance(thousandths: 1, currency: "EUR")
    #expect(try amount.balance(inUnitOf: euros).currency == "EUR")
    #expect(try amount.balance(inUnitOf: nil).currency.isEmpty)
    #expect(try TypedAmount("5,25").balance(inUnitOf: euros).thousandths == 5_250)
    let dollars = Balance(thousandths: 1, currency: "USD")
    #expect(try TypedAmount("$5").balance(inUnitOf: dollars).currency == "USD")
  }

  @Test(arguments: ["12.50", "12,5", " 12.00 "])
  func `decimals without a currency are not taken for points`(text: String) throws {
    let amount = try TypedAmount(text)
    let points = Balance(thousandths: 300_000, currency: "")
    let problem = TextProblem.noCurrency(text.filter { $0 != " " })
    for old in [nil, points] {
      #expect(throws: WalletError.text(problem)) { try amount.balance(inUnitOf: old) }
    }
  }
}
