import Cards
import Testing

@testable import Wallet

/// What a new card may be called.
@Suite struct DraftSuggestionTests {
  private func suggestion(
    _ barcode: Barcode, from source: String = "IMG_0001.jpg", among cards: [Card] = []
  ) -> DraftSuggestion {
    DraftSuggestion(for: barcode, from: source, number: nil, among: cards, year: 2026)
  }

  private func qr(_ text: String) -> Barcode {
    Barcode(symbology: .qrCode, bytes: Array(text.utf8), text: text)
  }

  @Test(
    arguments: [
      "IMG_1234.jpg", "DSC01234.JPG", "PXL_20231105_123456.jpg", "20231105_123456.jpg",
      "IMG-20230101-WA0001.jpg", "Screenshot 2024-01-01 at 10.00.00.png",
      "WhatsApp Image 2023.jpeg",
      "P1010001.JPG", "a3f9c0d2e1b4.jpg", "image (3).png", "scan0001.pdf", "-", "1.jpg",
    ])
  func `a camera's file name is no name`(source: String) {
    #expect(FileNaming.name(in: source) == nil)
  }

  @Test(
    arguments: [
      ("photos/corner_shop-1.jpg", "corner shop 1"), ("Müller Drogerie.png", "Müller Drogerie"),
      ("IMG_1234 gym.jpg", "IMG 1234 gym"), ("ikea.family.webp", "ikea family"),
    ])
  func `a person's file name is a name`(source: String, name: String) {
    #expect(FileNaming.name(in: source) == name)
  }

  @Test(
    arguments: [
      ("https://www.lidl.de/plus?id=1", "Lidl"), ("http://card.tesco.co.uk/x", "Tesco"),
      ("HTTPS://ONDEA-COFFEE.example/c/1", "Ondea Coffee"), ("www.example.org", "Example"),
    ])
  func `a web address names its host`(text: String, name: String) {
    #expect(suggestion(qr(text)).name == name)
  }

  @Test(arguments: ["https://bit.ly/x", "https://192.168.0.1/", "https://", "https://qrco.de/a"])
  func `a shortened or numeric address names nobody`(text: String) {
    #expect(WebHost.name(in: qr(text)) == nil)
  }

  @Test func `a prefix tells books, periodicals and coupons`() {
    #expect(suggestion(.ean13("9780143007234")).name == "Book")
    #expect(suggestion(.ean13("9780143007234")).kind == .book)
    #expect(suggestion(.ean13("9911234567892")).kind == .coupon)
    #expect(PrefixMeaning(.ean13("5901234123457")) == nil)
  }

  @Test func `a similar card gives its name, tags and kind`() {
    var known = Card.sample("Payback", "2910123456784")
    known.tags = ["points"]
    known.kind = .membership
    let similar = suggestion(.ean13("2910123499996"), among: [known])
    #expect(similar.name == "Payback" && similar.tags == ["points"] && similar.kind == .membership)
    let other = suggestion(.ean13("4006381333931"), among: [known])
    #expect(other.name == "Card 3931" && other.tags.isEmpty && other.kind == .loyalty)
    known.review = .draft
    #expect(suggestion(.ean13("2910123499996"), among: [known]).tags.isEmpty)
  }

  @Test func `a short code's end is not revealed`() {
    #expect(suggestion(qr("1234567")).name == "Card")
  }
}
