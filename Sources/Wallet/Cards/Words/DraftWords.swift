package import Cards

/// What is known of a draft, in words for the person who reviews it.
package struct DraftWords {
  /// What a person reads on coming back to a card.
  package static let accepted = "This card is accepted already."

  /// A line each: photo, codes with what they mean or the printed number, doubts, tags, expiry.
  package private(set) var lines: [String] = []

  /// Describes a draft.
  ///
  /// - Parameters:
  ///   - card: The draft.
  ///   - siblingCount: How many other codes were found on its photo.
  /// - Throws: `WalletError.noDay`.
  package init(_ card: Card, siblingCount: Int) throws {
    let today = try CalendarDate.today()
    if !card.origin.isEmpty { lines.append("From \(card.origin)") }
    for code in card.codes {
      let words = CodeWords(code, today: today)
      lines.append("\(code.symbology)  \(words.shortLine)")
      for line in words.meaning { lines.append("  \(line)") }
    }
    if card.codes.isEmpty, !card.printedNumber.isEmpty {
      lines.append("Number  \(card.printedNumber)")
    }
    if let doubt = card.doubtWords { lines.append("CHECK THIS  \(doubt)") }
    if siblingCount > 0 {
      lines.append(
        "On the same photo: \(siblingCount) more \(siblingCount == 1 ? "code" : "codes")")
    }
    if !card.isDraft { lines.append(Self.accepted) }
    if !card.tags.isEmpty { lines.append("Tags: \(card.tags.joined(separator: ", "))") }
    if card.kind != .loyalty { lines.append("Kind: \(card.kind.name)") }
    if let expires = card.expires {
      lines.append("Expires \(expires)\(expires < today ? " (past)" : "")")
    }
    if card.isOneTime { lines.append("One-time card") }
  }
}
