import Cards
import Testing

@Suite struct `Book numbers` {
  @Test(arguments: [
    (Symbology.ean13, "9780143007234", "9780143007234"),
    (.ean13, "9791032305690", "9791032305690"),
    (.qrCode, "ISBN 0-306-40615-2", "9780306406157"),
    (.code39, "ISBN:080442957X", "9780804429573"),
    (.code128, "978-0-306-40615-7", "9780306406157"),
  ])
  func `an ISBN is found and normalised`(symbology: Symbology, text: String, isbn: String) {
    let barcode = Barcode(symbology: symbology, bytes: Array(text.utf8), text: text)
    #expect(BookNumber.isbn13(of: barcode) == isbn)
  }

  @Test(arguments: [
    (Symbology.ean13, "9780143007235"), (.ean13, "5901234123457"), (.ean13, "9790060115615"),
    (.upcA, "036000291452"), (.qrCode, "0306406153"), (.qrCode, "X306406152"), (.code39, "12345"),
    (.ean8, "96385074"), (.qrCode, ""),
  ])
  func `anything else is no ISBN`(symbology: Symbology, text: String) {
    let barcode = Barcode(symbology: symbology, bytes: Array(text.utf8), text: text)
    #expect(BookNumber.isbn13(of: barcode) == nil)
  }
}
