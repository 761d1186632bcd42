internal import Cards

/// A card whose number begins like a new one's: most likely of the same shop.
enum SimilarCard {
  /// So many equal characters at the beginning: what issuers have for themselves in EAN-13 (a GS1 company prefix has 4 to
  /// 12 digits, GS1 General Specifications 1.4.2) and payment-like numbers (8 digits, ISO/IEC 7812-1).
  private static let fewest = 6

  /// The card with the longest equal beginning; `nil` where none has enough.
  static func find(for barcode: Barcode, among cards: [Card]) -> Card? {
    var best: (card: Card, count: Int)?
    for card in cards where !card.isDraft {
      for code in card.codes
      where code.symbology == barcode.symbology && code.bytes.count == barcode.bytes.count {
        let count = zip(code.bytes, barcode.bytes).prefix { $0 == $1 }.count
        guard count >= max(fewest, barcode.bytes.count / 2), count > best?.count ?? 0 else {
          continue
        }
        best = (card, count)
      }
    }
    return best?.card
  }
}
