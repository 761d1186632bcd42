import Cards
import Testing

@Suite struct `What counts as the same code` {
  static func code(_ symbology: Symbology, _ text: String, addOn: String? = nil) -> Barcode {
    Barcode(
      symbology: symbology, bytes: Array(text.utf8), text: text, traits: SymbolTraits(addOn: addOn))
  }

  @Test(arguments: [
    (code(.upcA, "036000291452"), code(.ean13, "0036000291452")),
    (code(.upcE, "04252614"), code(.upcA, "042100005264")),
    (code(.upcE, "04252614"), code(.ean13, "0042100005264")),
    (code(.upcA, "036000291452", addOn: "05"), code(.ean13, "0036000291452", addOn: "05")),
  ])
  func `the same GTIN-13 is the same code, and each keeps its kind`(one: Barcode, other: Barcode) {
    #expect(one.canonicalBytes == other.canonicalBytes)
    #expect(one != other)
  }

  // An ITF-14 and a GTIN in GS1 are on boxes and till slips of an item; they are not the item's own code.
  @Test(arguments: [
    (code(.ean13, "5901234123457"), code(.ean13, "5901234123464")),
    (code(.ean13, "5901234123457"), code(.code128, "5901234123457")),
    (code(.ean13, "5901234123457"), code(.itf, "05901234123457")),
    (code(.ean13, "5901234123457"), code(.ean13, "5901234123457", addOn: "05")),
    (code(.ean13, "0000096385074"), code(.ean8, "96385074")),
    (code(.ean8, "04252614"), code(.upcE, "04252614")),
    (code(.code128, "A"), code(.code39, "A")),
  ])
  func `everything else is a different code`(one: Barcode, other: Barcode) {
    #expect(one.canonicalBytes != other.canonicalBytes)
  }

  @Test func `error correction and size do not matter`() {
    var large = Self.code(.qrCode, "hello")
    large.traits.errorCorrection = "H"
    large.traits.version = "7"
    #expect(large.canonicalBytes == Self.code(.qrCode, "hello").canonicalBytes)
  }
}
