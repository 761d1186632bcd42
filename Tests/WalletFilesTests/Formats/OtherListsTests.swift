import Cards
import Testing

@testable import WalletFiles

/// Voucher Vault, FidMe and our own lists.
@Suite struct OtherListsTests {
  @Test func `Voucher Vault's vouchers keep balance, colour and expiry`() throws {
    let reading = try ForeignReading(
      """
      [{"uuid": "u1", "description": "Cinema", "code": "abc", "codeType": "AZTEC",
        "expires": "2026-05-01T00:00:00.000", "removeOnceExpired": true,
        "balanceMilliunits": 12500, "color": "RED", "notes": "n"},
       {"uuid": "u2", "description": "Text", "code": "xyz", "codeType": "TEXT", "expires": null,
        "balance": 3.0, "color": "PINK", "notes": null, "shop": "Kiosk", "later": null},
       {"uuid": "u3", "description": "", "code": "1", "codeType": "QR"},
       {"uuid": "u4", "description": "None", "code": "", "codeType": "QR"}, 5]
      """)
    let (first, second) = (reading.cards[0], reading.cards[1])
    #expect(reading.source == .voucherVault)
    #expect(first.codes.map(\.symbology) == [.aztec])
    #expect(first.expires == CalendarDate("2026-05-01"))
    #expect(first.balance == nil && first.note == "n\nBalance: 12.5")
    #expect(first.colour == 0xFF0000)
    #expect(first.doubts == [.unclearBalance] && first.kind == .gift)
    #expect(first.leftOut == ["removeOnceExpired"])
    #expect(second.doubts == [.noCode, .noCurrency])
    #expect(second.leftOut == ["color", "shop"])
    #expect(second.number == "xyz")
    #expect(second.balance?.thousandths == 3_000)
    #expect(reading.unreadable.map(\.reason) == [.noName, .noNumber, .notACard])
  }

  @Test(
    arguments: [
      ("4.00638e12", true), ("\"4,00638E+12\"", true), ("4e+12", true), ("\"4e12\"", false),
      ("\"1.e5a\"", false), ("4006381333931", false),
    ])
  func `a number with an exponent raises a doubt in any file`(code: String, isRounded: Bool)
    throws
  {
    let list = #"[{"uuid": "u", "description": "x", "codeType": "QR", "code": \#(code)}]"#
    #expect(try ForeignReading(list).cards.map(\.allDoubts) == [isRounded ? [.rounded] : []])
  }

  @Test func `a PIN with an exponent raises a doubt`() throws {
    let list =
      #"[{"id": "00112233445566778899aabbccddeeff", "name": "x", "symbologies": [], "#
      + #""pin": "1.23457E+09"}]"#
    #expect(try ForeignReading(list).cards.map(\.allDoubts) == [[.rounded]])
  }

  @Test func `Cardabase's amount that is not certain is in the note`() throws {
    let list = #"""
      [{"id":"a","name":"Gym","barcode":{"data":"A1","type":"Code128"},"points":12.5,"notes":"hello"}]
      """#
    let lines = Fixtures.cardabaseLines.replacing(
      "pointsAmount: 30", with: "pointsAmount: 12.5")
    let first = try #require(try ForeignReading(list).cards.first)
    let second = try #require(try ForeignReading(lines).cards.first { $0.name == "Gym" })
    #expect(first.balance == nil && first.note == "hello\nBalance: 12.5")
    #expect(second.balance == nil && second.note.hasSuffix("\nBalance: 12.5"))
    #expect([first, second].allSatisfy { $0.doubts.contains(.unclearBalance) })
  }

  @Test func `FidMe's cards have numbers only`() throws {
    let reading = try ForeignReading(
      """
      Retailer;Program;Added At;Reference;Firstname;Lastname
      Shop;Club;2020-01-01;123;Ann;Lee
      Shop;Club;2020-01-01;124;;
      Shop;Club;2020-01-01;;;
      ;;;;;
      """)
    #expect(
      reading.cards.map(\.sourceID)
        == ["123", "124"].map { ForeignCard.sourceID(name: "Shop Club", number: $0) })
    #expect(reading.cards.allSatisfy { $0.leftOut == ["Added At"] })
    #expect(reading.cards.map(\.number) == ["123", "124"])
    #expect(reading.cards.map(\.holder) == ["Ann Lee", ""])
    #expect(reading.cards.allSatisfy { $0.doubts == [.unknownSymbology("")] && $0.note == "Club" })
    #expect(reading.unreadable.map(\.reason) == [.noNumber, .noName])
  }

  @Test func `our own cards come back with their bytes`() throws {
    let reading = try ForeignReading(
      """
      [{"id": "00112233445566778899aabbccddeeff", "name": "Gym", "symbologies": ["QR Code"],
        "codes": [{"symbology": "QR Code", "text": "é", "bytes": "c3a9", "eci": 26,
          "errorCorrection": "M"}],
        "state": "archived", "favourite": true, "oneTime": false, "kind": "membership",
        "colour": "#010203", "balance": {"amount": 12.5}, "tags": ["a"], "hasPIN": true},
       {"id": "00112233445566778899aabbccddee00", "name": "Short", "symbologies": ["EAN-13"]}]
      """)
    let card = reading.cards[0]
    #expect(card.sourceID == "00112233445566778899aabbccddeeff")
    #expect(card.codes[0].bytes == [0xC3, 0xA9])
    #expect(card.codes[0].traits.eci == 26)
    #expect(card.codes[0].traits.errorCorrection == "M")
    #expect(card.isArchived && card.isFavourite)
    #expect(card.kind == .membership)
    // Points have no decimals.
    #expect(card.balance == nil && card.note == "Balance: 12.5")
    #expect(card.doubts == [.unclearBalance])
    #expect(card.leftOut == ["pin"])
    #expect(reading.cards[1].doubts == [.noCode])
  }
}
