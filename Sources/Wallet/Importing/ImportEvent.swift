package import Cards
package import ReaderLink

/// Something about one picture of an import that a person should know.
package enum ImportEvent: Sendable, Hashable {
  /// A vault's key stands on the picture; it is not imported.
  case key
  /// The picture was not read, or not to its end.
  case failed(PictureOutcome.Failure)
  /// No code was found on it.
  case noCode
  /// A card has this code already, or came from it before its code was corrected by a person.
  case known(Card, Symbology, isCorrected: Bool)
  /// The card with this code was removed by a person, and stays so.
  case staysRemoved(Card)
  /// The same, where a change of the key took all that the card was.
  case staysPurged(Symbology)
  /// A card that had been removed was brought back; what it was called then.
  case broughtBack(Card, formerName: String)
}

/// What became of the pictures of an import.
package struct ImportSummary: Sendable, Hashable {
  /// A picture that was not read, or not to its end.
  package struct LeftOut: Sendable, Hashable {
    /// Why.
    package enum Reason: Sendable, Hashable {
      /// A vault's key stands on it.
      case key
      /// What went wrong.
      case failed(PictureOutcome.Failure)
      /// No code was found on it.
      case noCode
    }

    /// What a person calls the picture.
    package let name: String
    /// Why.
    package let reason: Reason
  }

  /// The cards that were stored, those brought back included.
  package internal(set) var stored: [Card] = []
  /// Which of them had been removed before.
  package internal(set) var broughtBack: Set<CardID> = []
  /// How many codes were in the vault already.
  package internal(set) var knownCount = 0
  /// Cards that a person removed, and that stay so.
  package internal(set) var leftRemoved: [CardID] = []
  /// Pictures that were not read, or not to their ends.
  package internal(set) var leftOut: [LeftOut] = []
  /// The drafts among what was stored, for review; those of one picture together.
  package internal(set) var drafts: [[CardID]] = []

  /// The cards that are new.
  package var added: [Card] { stored.filter { !broughtBack.contains($0.id) } }
  /// The cards that had been removed and are back.
  package var restored: [Card] { stored.filter { broughtBack.contains($0.id) } }
  /// How many cards come from readings that a person must check.
  package var doubtfulCount: Int { stored.count { $0.review == .doubtfulDraft } }
  /// Whether no code was found that the vault can hold.
  package var isEmpty: Bool { stored.isEmpty && knownCount == 0 && leftRemoved.isEmpty }
}
