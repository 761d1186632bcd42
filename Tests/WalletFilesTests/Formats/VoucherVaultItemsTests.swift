import Cards
import Testing

@testable import WalletFiles

/// What the VoucherVault on a server holds.
@Suite struct VoucherVaultItemsTests {
  private static let fields = """
    "type":"giftcard","name":"Birthday","redeem_code":"GC-1","code_type":"code128","pin":"99",
    "issuer":"Books","issue_date":"2026-01-01","expiry_date":"2027-12-31","description":"from Ann",
    "value":"25.50","value_type":"money","currency":"EUR","is_used":false,"tile_color":"#112233",
    "user":1,"logo_slug":"books"
    """

  private func reading(_ text: String) throws -> ForeignReading {
    guard case .text(let reading)? = try ForeignFile(Array(text.utf8)) else {
      throw ForeignProblem.notText
    }
    return reading
  }

  @Test func `a dump of the database becomes cards`() throws {
    let reading = try reading(
      """
      [{"model":"auth.user","pk":1,"fields":{"username":"ben"}},
       {"model":"myapp.item","pk":"u-1","fields":{\(Self.fields)}}]
      """)
    let card = try #require(reading.cards.first)
    #expect(reading.source == .voucherVault && reading.cards.count == 1)
    #expect(reading.unreadable.isEmpty && card.sourceID == "u-1")
    #expect(card.name == "Birthday" && card.note == "Issuer: Books\nfrom Ann" && card.pin == "99")
    #expect(card.codes.map(\.text) == ["GC-1"] && card.codes.map(\.symbology) == [.code128])
    #expect(card.balance == Balance(thousandths: 25_500, currency: "EUR") && card.kind == .gift)
    #expect(card.validFrom == CalendarDate("2026-01-01"))
    #expect(card.expires == CalendarDate("2027-12-31") && card.colour == 0x112233)
    #expect(card.doubts.isEmpty && card.leftOut.isEmpty)
  }

  @Test func `what was spent is taken off the balance, in a dump and in a list`() throws {
    let dump = try reading(
      """
      [{"model":"myapp.transaction","pk":1,"fields":
         {"item":"u-1","date":"2026-02-01","description":"Novel","value":"-10.25"}},
       {"model":"myapp.item","pk":"u-1","fields":{\(Self.fields)}},
       {"model":"myapp.transaction","pk":2,"fields":{"item":"u-1","value":"-5.00"}},
       {"model":"myapp.transaction","pk":3,"fields":{"item":"u-9","value":"-1.00"}}]
      """)
    #expect(dump.unreadable.isEmpty && dump.cards.count == 1)
    #expect(dump.cards[0].balance == Balance(thousandths: 10_250, currency: "EUR"))
    let list = try reading(
      #"[{"id":"u-2",\#(Self.fields),"transactions":[{"value":"-25.50","description":"all"}]}]"#)
    #expect(list.cards.map(\.balance) == [Balance(thousandths: 0, currency: "EUR")])
    #expect(list.cards[0].leftOut.isEmpty && list.cards[0].doubts.isEmpty)
  }

  @Test func `a sum that no balance can hold is only in the note`() throws {
    let most = #"{"value":"999999999999999"}"#
    let transactions = Array(repeating: most, count: 12).joined(separator: ",")
    let card = try #require(
      try reading(#"[{\#(Self.fields),"transactions":[\#(transactions)]}]"#).cards.first)
    #expect(card.balance == nil && card.doubts == [.unclearBalance])
  }

  @Test func `a balance that cannot be computed is only in the note`() throws {
    let card = try #require(
      try reading(#"[{\#(Self.fields),"transactions":[{"value":"some"}]}]"#).cards.first)
    #expect(card.balance == nil && card.doubts == [.unclearBalance])
    #expect(card.note.hasSuffix("Balance: 25.50 + some"))
  }

  @Test func `a plain list is read as well`() throws {
    let reading = try reading(#"[{"id":"u-2",\#(Self.fields)}]"#)
    #expect(reading.cards.map(\.sourceID) == ["u-2"])
  }

  @Test(
    arguments: [
      ("qrcode", Symbology.qrCode), ("azteccode", .aztec), ("interleaved2of5", .itf),
      ("datamatrix", .dataMatrix), ("ean13", .ean13), ("rationalizedCodabar", .codabar),
    ])
  func `its names of barcodes are known`(name: String, symbology: Symbology) throws {
    let text = Self.fields.replacing("code128", with: name).replacing("GC-1", with: "4006381333931")
    #expect(try reading("[{\(text)}]").cards.first?.codes.map(\.symbology) == [symbology])
  }

  @Test func `a share is in the note, and a used one is archived`() throws {
    let text = Self.fields.replacing("money", with: "percentage").replacing("false", with: "true")
    let card = try #require(try reading("[{\(text)}]").cards.first)
    #expect(card.balance == nil && card.note.hasSuffix("Value: 25.50 %") && card.isArchived)
  }
}
