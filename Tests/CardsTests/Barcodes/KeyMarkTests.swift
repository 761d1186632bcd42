import Cards
import Testing

@Suite struct `Key marks` {
  @Test(arguments: [
    "cardvault-key1q", "CARDVAULT-KEY1QPZ", "Cardvault-Wrapped-Key1q", "CARDVAULT-WRAPPED-KEY1QQ",
    "my key: cardvault-key1qq", "ccardvault-key1q", "\u{FEFF}cardvault-wrapped-key1q",
    "cardvault-cardvault-key1q",
  ])
  func `a key's line is recognised wherever it begins`(text: String) {
    #expect(KeyMark.isIn(Array(text.utf8)))
    #expect(
      KeyMark.begins(Array(text.utf8)) == text.lowercased().hasPrefix("cardvault-key1")
        || text.lowercased().hasPrefix("cardvault-wrapped"))
  }

  @Test(arguments: [
    "", "c", "cardvault", "cardvault-key", "cardvault-key1", "cardvault-wrapped-key1",
    "cardvault-key2q", "cardvault key1q", "wrapped-key1q", "5901234123457",
  ])
  func `other text is not a key`(text: String) {
    #expect(!KeyMark.isIn(Array(text.utf8)))
  }

  @Test func `a key is recognised in a code's bytes and in its text`() {
    let key = "cardvault-key1q"
    for code in [
      Barcode(symbology: .qrCode, bytes: Array(key.utf8), text: "?"),
      Barcode(symbology: .aztec, bytes: [0], text: key),
    ] { #expect(KeyMark.isIn(code)) }
    #expect(!KeyMark.isIn(Barcode(symbology: .qrCode, bytes: [1], text: "card")))
  }

  @Test func `removing keys from a reading records that there were some and keeps the rest`() {
    func found(_ text: String) -> FoundBarcode {
      FoundBarcode(
        barcode: Barcode(symbology: .qrCode, bytes: Array(text.utf8), text: text), position: [])
    }
    let reading = PictureReading(
      page: 1, pageCount: 1, width: 9, height: 9,
      codes: [found("card"), found("CARDVAULT-KEY1QQ"), found("other")])
    let without = reading.withoutKeys()
    #expect(without.holdsKey && without.codes.map(\.barcode.text) == ["card", "other"])
    #expect(without.withoutKeys() == without)
    var cards = reading
    cards.codes.remove(at: 1)
    #expect(!cards.withoutKeys().holdsKey && cards.withoutKeys() == cards)
  }
}
