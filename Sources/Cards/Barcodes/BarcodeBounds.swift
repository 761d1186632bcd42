/// Limits for codes from outside: from a reader process, from someone's bundle, or from another program's file.
extension Barcode {
  /// The most bytes of a code's text: four for each payload byte (the longest UTF-8 sequence).
  public static let maximumTextByteCount = maximumByteCount * 4
  /// The most bytes of a short word such as an error-correction level.
  public static let maximumWordByteCount = 32
  /// The most symbols of one message, and the highest number of one: Macro PDF417's (ISO/IEC 15438 annex H).
  private static let partCount = 99_999
  /// The most codes of one card: no real card has as many, and each is compared with those of other cards.
  package static let mostPerCard = 64

  /// Whether payload, text and traits are within what a symbol can have.
  public var isWithinBounds: Bool {
    let part = traits.part ?? SymbolTraits.Part(index: 1, count: 0)
    let words = [
      traits.aimIdentifier, traits.errorCorrection ?? "", traits.version ?? "", part.id,
    ]
    return (1...Self.maximumByteCount).contains(bytes.count)
      && text.utf8.count <= Self.maximumTextByteCount
      && words.allSatisfy { $0.utf8.count <= Self.maximumWordByteCount }
      && (0...7).contains(traits.mask ?? 0) && (0...999_999).contains(traits.eci ?? 0)
      && (0...90).contains(traits.columns ?? 0)
      && (1...Self.partCount).contains(part.index) && (0...Self.partCount).contains(part.count)
      && traits.addOn.map(SymbolTraits.isAddOn) ?? true
  }
}
