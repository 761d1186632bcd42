import Cards
import Testing

@Suite struct `Book numbers` {
  static func code(_ symbology: Symbology, _ text: String, gs1: Bool = false) -> Barcode {
    Barcode(
      symbology: symbology, bytes: Array(text.utf8), text: text, traits: SymbolTraits(gs1: gs1))
  }

  @Test(arguments: [
    (Symbology.ean13, "9780143007234", "9780143007234"),
    (.ean13, "9791032305690", "9791032305690"),
    (.qrCode, "ISBN 0-306-40615-2", "9780306406157"),
    (.qrCode, "ISBN-13: 978-0-306-40615-7", "9780306406157"),
    (.qrCode, "isbn-10 0 306 40615 2", "9780306406157"),
    (.qrCode, "ISBN 10-323-0569-X", "9781032305691"),
    (.qrCode, "urn:isbn:9780306406157", "9780306406157"),
    (.qrCode, "978\u{2011}0\u{2011}306\u{2011}40615\u{2011}7", "9780306406157"),
    (.code39, "ISBN:080442957X", "9780804429573"),
    (.code39, "0306406152", "9780306406157"),
    (.code128, "978-0-306-40615-7", "9780306406157"),
  ])
  func `an ISBN is found and normalised`(symbology: Symbology, text: String, isbn: String) {
    #expect(BookNumber.isbn13(of: Self.code(symbology, text)) == isbn)
  }

  @Test(arguments: [
    (Symbology.ean13, "9780143007235"), (.ean13, "5901234123457"), (.ean13, "9790060115615"),
    (.upcA, "036000291452"), (.qrCode, "0306406153"), (.qrCode, "X306406152"), (.code39, "12345"),
    (.ean8, "96385074"), (.qrCode, ""), (.qrCode, "ISBN 9790060115615"), (.qrCode, "ISBN"),
    (.qrCode, "ISBN 13"), (.qrCode, "9７80306406157"), (.qrCode, "030640615\u{301}2"),
  ])
  func `anything else is not an ISBN`(symbology: Symbology, text: String) {
    #expect(BookNumber.isbn13(of: Self.code(symbology, text)) == nil)
  }

  @Test func `a GS1 code holds the ISBN of its item`() {
    let bytes = "0109780143007234"
    #expect(BookNumber.isbn13(of: Self.code(.dataBar, bytes, gs1: true)) == "9780143007234")
    #expect(BookNumber.isbn13(of: Self.code(.dataBar, bytes)) == nil)
    // A box of ten copies is not a book.
    #expect(BookNumber.isbn13(of: Self.code(.dataBar, "0119780143007231", gs1: true)) == nil)
  }

  @Test func `ten bare digits do not count as an ISBN`() {
    #expect(BookNumber.isbn13(statedBy: Self.code(.code128, "0306406152")) == nil)
    #expect(BookNumber.isbn13(statedBy: Self.code(.code128, "0-306-40615-2")) == "9780306406157")
    #expect(BookNumber.isbn13(statedBy: Self.code(.ean13, "9780143007234")) == "9780143007234")
  }

  @Test(
    arguments: [
      ("9780306406157", "0306406152"), ("9780804429573", "080442957X"), ("9791032305690", nil),
      ("978", nil), ("", nil), ("978abcdefghi7", nil),
    ] as [(String, String?)])
  func `only the prefix 978 has an ISBN-10`(isbn13: String, isbn10: String?) {
    #expect(BookNumber.isbn10(for: isbn13) == isbn10)
  }
}

@Suite struct `Periodicals' numbers` {
  @Test(arguments: [
    ("9771234567003", "05", "1234-5679", "00"), ("9770317847001", "", "0317-8471", "00"),
    ("9772434561013", "00123", "2434-561X", "01"),
  ])
  func `an ISSN is found on a magazine`(
    digits: String, addOn: String, issn: String, variant: String
  ) throws {
    var code = `Book numbers`.code(.ean13, digits)
    code.traits.addOn = addOn.isEmpty ? nil : addOn
    let number = try #require(PeriodicalNumber(code))
    #expect(number.issn == issn && number.variant == variant && number.issue == addOn)
    #expect(String(decoding: number.ean13, as: UTF8.self) == digits)
  }

  @Test(arguments: [
    (Symbology.ean13, "9771234567004"), (.ean13, "9780143007234"), (.qrCode, "1234-5679"),
    (.qrCode, "ISSN 1234-5678"), (.qrCode, "ISSN"), (.upcA, "036000291452"), (.ean13, "977"),
    (.code128, "9771234567003"),
  ])
  func `anything else is not an ISSN`(symbology: Symbology, text: String) {
    #expect(PeriodicalNumber(`Book numbers`.code(symbology, text)) == nil)
  }

  @Test func `an ISSN written as text is recognised`() throws {
    let number = try #require(PeriodicalNumber(`Book numbers`.code(.code39, "ISSN 2434-561X")))
    #expect(number.issn == "2434-561X" && number.variant.isEmpty)
    #expect(String(decoding: number.ean13, as: UTF8.self).hasPrefix("977243456100"))
  }
}
