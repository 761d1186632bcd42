package import Cards
package import Exchange

/// A card of another wallet's file, and what the import does with it.
package struct ForeignEntry: Sendable, Hashable {
  /// What the import does with it.
  package enum Standing: Sendable, Hashable {
    /// It becomes a card, or a draft where a person must look at it.
    case new(Card)
    /// A card has its code; the card gets what it lacks, and keeps what it has.
    case changed(Card, gaining: [String])
    /// It was imported before, or the card lacks nothing.
    case known(Card)
    /// A person removed it, and it stays removed.
    case staysRemoved
    /// It contains a vault's key, and is not imported.
    case key
    /// It could not be read.
    case unreadable(ForeignReading.Unreadable.Reason)
  }

  /// Its name; where it has none, its place in the file.
  package let name: String
  /// What the import does with it.
  package let standing: Standing
  /// Why a person must look at it.
  package let doubts: [ForeignCard.Doubt]
  /// The names of the file's fields that are not kept.
  package let leftOut: [String]

  /// The card to save, if there is one.
  var cardToSave: Card? {
    switch standing {
    case .new(let card), .changed(let card, _): card
    case .known, .staysRemoved, .key, .unreadable: nil
    }
  }

  /// Whether it was not imported though a person wanted it.
  package var isProblem: Bool {
    switch standing {
    case .key, .unreadable: true
    case .new, .changed, .known, .staysRemoved: false
    }
  }

  /// Whether a person may want to know more of it than the counts tell.
  package var isWorthALine: Bool {
    switch standing {
    case .known: false
    case .new, .changed, .staysRemoved, .key, .unreadable: true
    }
  }
}
