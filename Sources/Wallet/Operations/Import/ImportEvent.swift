package import Cards
package import ReaderLink

/// Something to report about one picture of an import.
package enum ImportEvent: Sendable, Hashable {
  /// The picture shows a vault's key; it is not imported.
  case key
  /// The picture was not read, or not completely.
  case failed(PictureOutcome.Failure)
  /// No code was found on it.
  case noCode
  /// The photo of a new card could not be kept, though it was asked for.
  case photoNotKept(Card, isDocument: Bool)
  /// A card already has this code, or had it before a person corrected the card's code.
  case known(Card, Symbology, isCorrected: Bool)
  /// A person removed the card with this code, and it stays removed.
  case staysRemoved(Card)
  /// A removed card was brought back; its former name.
  case broughtBack(Card, formerName: String)
}

extension ImportEvent {
  /// Whether the picture is among those of the summary that were left out.
  package var isLeftOut: Bool {
    switch self {
    case .key, .failed, .noCode: true
    case .photoNotKept, .known, .staysRemoved, .broughtBack: false
    }
  }
}

extension ImportEvent {
  /// What happened, as the part of a sentence that follows the picture's name.
  package var words: String {
    switch self {
    case .key: KeyOnPicture.reason
    case .failed(let failure): failure.reasonForImport
    case .noCode: "no code found"
    case .photoNotKept(let card, let isDocument):
      "its photo was not kept with “\(card.name.printable)”"
        + (isDocument ? ", as the document has several pages" : "")
    case .known(let card, let symbology, let isCorrected):
      "this \(symbology) is already in the vault, as “\(card.name.printable)”"
        + (isCorrected ? " (whose code you corrected)" : "")
    case .staysRemoved(let card):
      "you removed “\(card.name.printable)” before, so it stays removed"
    case .broughtBack(let card, let formerName):
      "“\(formerName.printable)” was removed before, and is back"
        + (formerName == card.name ? "" : " as “\(card.name.printable)”")
    }
  }

  /// What to do about it with the picture itself, as an imperative; `nil` if nothing.
  package var advice: String? {
    switch self {
    case .failed(let failure): failure.adviceForImport
    case .noCode: "use a sharper or closer photo"
    case .key, .photoNotKept, .known, .staysRemoved, .broughtBack: nil
    }
  }
}
