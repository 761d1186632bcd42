internal import Cards
internal import ReaderLink

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
