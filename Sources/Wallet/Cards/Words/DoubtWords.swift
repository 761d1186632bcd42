package import Cards
internal import WalletFiles

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
    return isFromFile
      ? "Its number or its kind of barcode may be wrong: compare both with the card."
      : "The code was hard to read: compare the number with the card."
  }

  /// Whether its code came from another wallet's file or a bundle first, so that nothing was read from a photo.
  private var isFromFile: Bool {
    origin == "bundle"
      || ForeignSource.allCases.contains { source in
        origin == source.name || origin.hasPrefix("\(source.name), ")
          || origin.hasPrefix("\(source.name); ")
      }
  }
}
