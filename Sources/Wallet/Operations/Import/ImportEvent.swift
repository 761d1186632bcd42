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

/// The results of an import.
package struct ImportSummary: Sendable, Hashable {
  /// A picture that was not read, or not completely.
  package struct LeftOut: Sendable, Hashable {
    /// Why.
    package enum Reason: Sendable, Hashable {
      /// It shows a vault's key.
      case key
      /// It could not be read, or not completely.
      case failed(PictureOutcome.Failure)
      /// No code was found on it.
      case noCode
    }

    /// The picture's path as typed.
    package let name: String
    /// Why.
    package let reason: Reason
  }

  /// The cards that were saved, including those brought back and drafts that a name accepted.
  package internal(set) var stored: [Card] = []
  /// Which of them were removed before.
  package internal(set) var broughtBack: Set<CardID> = []
  /// Which of them were drafts in the vault before, and are accepted under the name.
  package internal(set) var accepted: Set<CardID> = []
  /// Drafts in the vault that a reading under the name did not accept: their code is doubtful, or not the one read.
  package internal(set) var unaccepted: Set<CardID> = []
  /// How many new cards have no photo, though it was asked for.
  package internal(set) var unkeptCount = 0
  /// How many photos were kept: one may belong to several cards.
  package internal(set) var keptPhotoCount = 0
  /// How many codes were already in the vault.
  package internal(set) var knownCount = 0
  /// Cards that a person removed and that stay removed.
  package internal(set) var leftRemoved: [CardID] = []
  /// Pictures that were not read, or not completely.
  package internal(set) var leftOut: [LeftOut] = []
  /// The saved drafts to review, grouped by picture.
  package internal(set) var drafts: [[CardID]] = []

  /// Makes a summary of an import that has not begun.
  package init() {}

  /// The new cards.
  package var added: [Card] {
    stored.filter { !broughtBack.contains($0.id) && !accepted.contains($0.id) }
  }
  /// The removed cards that were brought back.
  package var restored: [Card] { stored.filter { broughtBack.contains($0.id) } }
  /// How many drafts in the vault the name did not accept; another reading may have made one of them sure.
  package var unacceptedCount: Int { unaccepted.subtracting(accepted).count }
  /// How many cards are doubtful and need checking by a person.
  package var doubtfulCount: Int {
    stored.count { $0.review == .doubtfulDraft } + unacceptedCount
  }
  /// Whether no usable code was found.
  package var isEmpty: Bool { stored.isEmpty && knownCount == 0 && leftRemoved.isEmpty }
}
