import Cards
import Testing
import Wallet

/// Amounts as people type them.
@Suite struct TypedAmountTests {
  @Test(
    arguments: [
      ("25.50 EUR", 25_500, "EUR"), ("25,5eur", 25_500, "EUR"), ("€12", 12_000, "EUR"),
      ("12.345 kwd", 12_345, "KWD"), ("300 points", 300_000, ""), ("7pts", 7_000, ""),
      ("0.05£", 50, "GBP"), ("USD 3", 3_000, "USD"), ("10", 10_000, nil),
    ] as [(String, Int64, String?)])
  func `an amount has a number and perhaps a unit`(
    text: String, thousandths: Int64, currency: String?
  ) throws {
    let amount = try TypedAmount(text)
    #expect(amount.thousandths == thousandths && amount.currency == currency)
  }

  @Test(arguments: [
    "", "EUR", "-5", "1.2345", "1.2.3", "5 apples", "1e3", "1.", ".5", "٣", "9999999999999",
    "0.5 points", "1.250,50",
    "0.125 EUR",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: WalletError.text(.notAnAmount(text))) { try TypedAmount(text) }
  }

  @Test(arguments: [
    ("1,234", "1,234"), ("1.000 EUR", "1.000"), ("2.500", "2.500"), ("€ 1.250", "1.250"),
    ("1.000 points", "1.000"), ("1.250", "1.250"),
  ])
  func `three digits after a point or comma could be thousands`(text: String, digits: String) {
    let problem = TextProblem.thousandsOrDecimals(digits)
    #expect(throws: WalletError.text(problem)) { try TypedAmount(text) }
  }

  @Test func `without a unit it is in that of the balance, or in points`() throws {
    let amount = try TypedAmount("5")
    let euros = Balance(thousandths: 1, currency: "EUR")
    #expect(try amount.balance(inUnitOf: euros).currency == "EUR")
    #expect(try amount.balance(inUnitOf: nil).currency.isEmpty)
    #expect(try TypedAmount("5,25").balance(inUnitOf: euros).thousandths == 5_250)
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
