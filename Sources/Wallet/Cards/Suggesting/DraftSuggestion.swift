package import Cards

/// What a new card may be, according to its code, its photo's file and the cards in the vault; a person confirms it.
package struct DraftSuggestion: Sendable, Hashable {
  /// What it may be called.
  package let name: String
  /// Tags of a similar card.
  package let tags: [String]
  /// What it may be for.
  package let kind: CardKind
  /// Its last day, where the code states one.
  package let expires: CalendarDate?

  /// Suggests what a card may be.
  ///
  /// The name is, in this order: a name in the file that no camera gave, the host of a web address, that of a similar card,
  /// the meaning of the GS1 prefix, or the end of the number.
  ///
  /// - Parameters:
  ///   - barcode: Its code.
  ///   - source: The photo's name as typed; `-` for standard input.
  ///   - number: Which of the photo's codes it is, from 1; `nil` for the only one.
  ///   - cards: The cards in the vault.
  ///   - year: The year of now, which decides the century of dates in codes.
  package init(
    for barcode: Barcode, from source: String, number: Int?, among cards: [Card], year: Int
  ) {
    // Of a code that was read in part, even the digits that are there may belong to another card.
    let similar = barcode.isPartial ? nil : SimilarCard.find(for: barcode, among: cards)
    let prefix = PrefixMeaning(barcode)
    let file = FileNaming.name(in: source).map { $0 + (number.map { " \($0)" } ?? "") }
    let ending = barcode.text.filter { $0.isLetter || $0.isNumber }.suffix(4)
    name =
      file ?? WebHost.name(in: barcode) ?? similar?.name ?? prefix?.name
      ?? (ending.isEmpty || barcode.isPartial || barcode.text.count < 12
        ? "Card" : "Card \(ending)")
    tags = similar?.tags ?? []
    kind = prefix?.kind ?? similar?.kind ?? Self.kind(of: barcode)
    expires = ElementString(barcode, year: year)?.expiry
  }

  /// A boarding pass begins with M and the number of its legs (IATA Resolution 792, Bar Coded Boarding Pass).
  private static func kind(of barcode: Barcode) -> CardKind {
    let isMatrix = [Symbology.pdf417, .aztec, .qrCode].contains(barcode.symbology)
    let isPass = barcode.text.count >= 60 && barcode.text.hasPrefix("M1")
    return isMatrix && isPass ? .ticket : .loyalty
  }
}
