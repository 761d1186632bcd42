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

  /// Its name; if it has none, its position in the file.
  package let name: String
  /// What the import does with it.
  package internal(set) var outcome: Outcome
  /// What a person may want to look at.
  package internal(set) var doubts: [ForeignCard.Doubt] = []
  /// The names of the file's fields that are not kept.
  package internal(set) var leftOut: [String] = []
  /// The names of texts that are longer than a card keeps, and are cut.
  package internal(set) var shortened: [String] = []
  /// The vault's card with what is new in the file; the card itself keeps what it has.
  ///
  /// `nil` if nothing is new.
  var updated: Card?
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

  /// What is reported about it once it is stored: no photos, and only its card's id, name and state unless the file
  /// differs from the card.
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
  var deservesMention: Bool {
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

extension ForeignEntry {
  /// What the import does with the card, and why, on one line: its name comes first.
  package var words: String { "\(shownName): \(action)" }

  /// What the import does with the card, and why.
  fileprivate var action: String { ([what] + remarks).joined(separator: "; ") }

  /// Its name, or that of the vault's card to which fields are added, or that the file has otherwise.
  package var shownName: String {
    switch outcome {
    case .changed(let card, _): card.name
    case .known(let card) where updated != nil && !card.name.isEmpty: card.name
    case .new, .known, .staysRemoved, .key, .unreadable: name
    }
  }

  /// What the import does with the card, and why not more.
  package var what: String {
    switch outcome {
    case .new(let card): card.isDraft ? "new draft" : "new"
    case .changed(let card, let fields): completion(of: card, with: fields)
    case .known: "already there"
    case .staysRemoved: "stays removed"
    case .key: "not imported, because it contains a vault's key"
    case .unreadable(let reason): "not readable, because \(reason.words)"
    }
  }

  /// What a card of the vault gets: fields, and that its code was reviewed in the other wallet.
  private func completion(of card: Card, with fields: [String]) -> String {
    let values = fields.filter { $0 != "review" }
    let gains =
      "gets what it lacks" + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
      + (card.name == name ? "" : " from \(name)")
    if values.count == fields.count { return gains }
    if !values.isEmpty { return "\(gains) and is no longer a draft" }
    return "is no longer a draft" + (card.name == name ? "" : ", thanks to \(name)")
  }

  /// How the file differs from the vault's card, which keeps what it has.
  package var differences: [CardDifference] {
    guard let updated else { return [] }
    return switch outcome {
    case .known(let card): CardDifference.between(card, updated)
    // The words about a changed card have both names.
    case .changed(let card, _): CardDifference.between(card, updated).filter { $0.field != "name" }
    case .new, .staysRemoved, .key, .unreadable: []
    }
  }

  /// Why a person must look at it, and what is not kept of it.
  package var remarks: [String] {
    let cut = shortened.isEmpty ? [] : ["shortened: \(shortened.joined(separator: ", "))"]
    let lacking = leftOut.isEmpty ? [] : ["without \(leftOut.shown)"]
    return differences.wordsOfFile + doubts.map(\.words) + cut + lacking
  }
}

extension [CardDifference] {
  /// How a file differs from a card, which keeps what it has; empty if it does not.
  fileprivate var wordsOfFile: [String] {
    let parts = compactMap { difference -> String? in
      guard let value = difference.to, difference.field != "archived" else { return nil }
      let article = difference.from == nil && difference.field != "code" ? "a" : "another"
      switch difference.field {
      case "name": return "another name (\(CardDifference.quoted(value, in: "name")))"
      case "expires": return "\(article) last day (\(value))"
      case "validFrom": return "\(article) first day (\(value))"
      case let field: return "\(article) \(field) (\(value))"
      }
    }
    let isArchived = contains { $0.field == "archived" && $0.to != nil }
    let archived = isArchived ? ["it is archived in the file"] : []
    guard let last = parts.last else { return archived }
    let others = parts.dropLast().joined(separator: ", ")
    return ["the file has \(others.isEmpty ? last : "\(others) and \(last)")"] + archived
  }
}

extension [ForeignEntry] {
  /// What the import does with these cards: a line for each, or for all with the same words where they are many.
  package var lines: [String] { SharedLines.of(map { (name: $0.shownName, words: $0.action) }) }
}
