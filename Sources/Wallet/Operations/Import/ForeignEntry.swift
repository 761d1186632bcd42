package import Cards
package import WalletFiles

/// A card of another wallet's file, and what the import does with it.
package struct ForeignEntry: Sendable, Hashable {
  /// What the import does with it.
  package enum Outcome: Sendable, Hashable {
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
  package internal(set) var outcome: Outcome
  /// What a person may want to look at.
  package internal(set) var doubts: [ForeignCard.Doubt] = []
  /// The names of the file's fields that are not kept.
  package internal(set) var leftOut: [String] = []
  /// The names of texts that are longer than a card keeps, and are cut.
  package internal(set) var shortened: [String] = []
  /// The vault's card as the file has it, where that is something else and new; the card keeps what it has.
  package internal(set) var updated: Card?
  /// The photos to keep with the card.
  package internal(set) var photos: [ForeignCard.Photo] = []

  init(name: String, outcome: Outcome) {
    // A name may be as long as a file.
    self.name = name.limited(to: CardLimits.name)
    self.outcome = outcome
  }

  /// The card to save, if there is one.
  var cardToSave: Card? {
    switch outcome {
    case .new(let card), .changed(let card, _): card
    case .known, .staysRemoved, .key, .unreadable: nil
    }
  }

  /// The same without photos, and with no more of its card than the id, the name and the state, unless the file says
  /// otherwise than the card: what is told of it after it was stored.
  var outline: ForeignEntry {
    var outline = self
    outline.photos = []
    if updated != nil { return outline }
    switch outcome {
    case .new(let card): outline.outcome = .new(card.outline)
    case .changed(let card, let fields): outline.outcome = .changed(card.outline, gaining: fields)
    case .known(let card): outline.outcome = .known(card.outline)
    case .staysRemoved, .key, .unreadable: break
    }
    return outline
  }

  /// Whether it was not imported though a person wanted it.
  package var isProblem: Bool {
    switch outcome {
    case .key, .unreadable: true
    case .new, .changed, .known, .staysRemoved: false
    }
  }

  /// Whether a person may want to know more about it than the counts show.
  var isWorthALine: Bool {
    switch outcome {
    case .known: updated != nil
    case .new, .changed, .staysRemoved, .key, .unreadable: true
    }
  }
}

extension Card {
  fileprivate var outline: Card {
    var outline = Card(id: id, name: name, codes: [])
    outline.review = review
    return outline
  }
}
