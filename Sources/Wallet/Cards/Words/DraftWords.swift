package import Cards
internal import WalletFiles

/// A draft in words, for the person who reviews it.
package struct DraftWords {
  /// Shown when a person goes back to an accepted card.
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
    switch card.origin {
    case "": break
    case Card.typedOrigin: lines.append("Typed in")
    case "bundle": lines.append("From a bundle")
    default: lines.append("From \(card.origin)")
    }
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

extension Card {
  /// What a person must do before the code can be trusted; `nil` if nothing.
  package var doubtWords: String? {
    guard review == .doubtfulDraft else { return nil }
    if hasPartialCode { return "Digits could not be read: complete the number from the card." }
    if codes.isEmpty {
      return "Its kind of barcode is not known: correct it, or keep the card without a barcode."
    }
    if codes.contains(where: { $0.traits.part != nil }) {
      return "The code is one of several that belong together: a till needs all of them."
    }
    if origin == Self.typedOrigin {
      return "Its kind of barcode was only assumed: compare it with the card."
    }
    return isFromFile
      ? "Its number or its kind of barcode may be wrong: compare both with the card."
      : "The code was hard to read: compare the number with the card."
  }

  /// The source of a card that a person typed in.
  static let typedOrigin = "by hand"

  /// Whether its code came from another wallet's file or a bundle first, so that nothing was read from a photo.
  private var isFromFile: Bool {
    origin == "bundle"
      || ForeignSource.allCases.contains { source in
        origin == source.name || origin.hasPrefix("\(source.name), ")
          || origin.hasPrefix("\(source.name); ")
      }
  }
}
