package import Cards

/// Cards in the order of a list, for people and scripts.
package struct ListOutcome: Sendable {
  /// Why a list of a vault that has cards is empty.
  package enum Absence: Sendable {
    /// So many cards in other states match, which the command lists.
    case otherStates(Int, Advice)
    /// Removed cards match.
    case removed(RemovedMatch)
    /// None of so many removed cards matches, and removed ones were asked for.
    case noneRemoved(of: Int)
    /// No card of so many matches; what was perhaps meant, and the command that lists others.
    case noMatch(of: Int, nearNames: [String], Advice)
  }

  /// The cards.
  package let cards: [Card]
  /// What was true of all cards.
  package let moment: CardMoment
  /// Why none is listed; `nil` if one is, or the vault has none.
  package let absence: Absence?
  /// How many cards an ordinary list leaves out, by their state.
  private let leftOut: [LeftOut: Int]
  private let areRemoved: Bool

  /// Lists cards.
  package init(_ cards: [Card], _ moment: CardMoment) {
    self.init(cards, moment, absence: nil, leftOut: [:])
  }

  init(_ cards: [Card], _ moment: CardMoment, absence: Absence?, leftOut: [LeftOut: Int]) {
    self.cards = cards
    self.moment = moment
    self.absence = absence
    self.leftOut = leftOut
    areRemoved = false
  }

  /// Lists removed cards, which can be brought back.
  package init(removed cards: [Card], _ moment: CardMoment, absence: Absence? = nil) {
    self.cards = cards
    self.moment = moment
    self.absence = absence
    leftOut = [:]
    areRemoved = true
  }

  /// The cards as JSON.
  package var reports: [CardReport] {
    cards.map { areRemoved ? CardReport(removed: $0, moment) : CardReport($0, moment) }
  }

  /// What to do with them, or without them.
  package var suggestions: [Suggestion] {
    if let absence { return [absence.suggestion] }
    return areRemoved ? [Suggestion("To bring one back", .run("restore", "CARD"))] : []
  }

  /// The cards without a table: id and name.
  package var lines: [String] { cards.map { "\($0.shortID)  \($0.name)" } }
}

extension ListOutcome {
  /// The titles of a table's columns.
  package static let columns = [
    "NAME", "BARCODE", "CODE", "TAGS", "BALANCE", "EXPIRES", "", "ID",
  ]
  /// The columns that a narrow terminal leaves out, in this order: barcode, tags, id, expiry, balance, code.
  package static let expendableColumns = [1, 3, 7, 5, 4, 2]

  /// A card's row of the table.
  package func row(of card: Card) -> [String] {
    [
      (card.isFavourite ? "★ " : "") + card.name, card.codes.first?.symbology.name ?? "–",
      card.maskedNumber, card.tags.joined(separator: " "),
      card.balance?.shown ?? "", card.expires?.description ?? "",
      moment.removals[card.id].map { "removed \($0.localDay)" }
        ?? card.listNote(
          on: moment.today, conflicts: moment.conflicts[card.id] ?? 0,
          isDuplicate: moment.duplicates[card.id] != nil),
      card.shortID,
    ]
  }
}

extension ListOutcome {
  /// What an ordinary list leaves out.
  enum LeftOut: CaseIterable, Sendable {
    case archived, expired, removed

    /// The words after a count.
    fileprivate var words: String {
      switch self {
      case .archived: "archived"
      case .expired: "expired or used up"
      case .removed: "removed"
      }
    }

    /// The command that lists them.
    fileprivate var command: Advice {
      switch self {
      case .archived: .run("list", "--archived")
      case .expired: .run("list", "--expired")
      case .removed: .run("list", "--removed")
      }
    }
  }

  /// How many cards were left out, and how to see them; `nil` if none were.
  package var leftOutSuggestion: Suggestion? {
    let found = LeftOut.allCases.filter { leftOut[$0] ?? 0 > 0 }
    guard let advice = found.map(\.command).joined else { return nil }
    let counts = found.map { "\(leftOut[$0] ?? 0) \($0.words)" }
    return Suggestion("Not listed: \(counts.joined(separator: ", ")). To see them", advice)
  }
}

extension ListOutcome.Absence {
  /// Names that were perhaps meant by the words that were looked for.
  package var nearNames: [String] {
    if case .noMatch(_, let names, _) = self { names } else { [] }
  }

  /// How many cards in other states match.
  package var otherCount: Int { if case .otherStates(let count, _) = self { count } else { 0 } }

  /// What a person reads instead of the list.
  package var suggestion: Suggestion {
    let purpose: String
    switch self {
    case .otherStates(1, _): purpose = "1 card in another state does"
    case .otherStates(let count, _): purpose = "\(count) cards in other states do"
    case .removed(let match):
      purpose = "\(match.words.prefix(1).uppercased())\(match.words.dropFirst())"
    case .noneRemoved(0): return Suggestion("There are no removed cards. To see others", advice)
    case .noneRemoved: return Suggestion("No removed card matches. To see all", advice)
    case .noMatch(_, let names, _):
      purpose =
        CardSearch.alternatives(names).map { "Did you mean \($0)? Try" } ?? "To see others"
    }
    return Suggestion("No card matches. \(purpose)", advice)
  }

  /// The error for scripts.
  package var failure: Failure {
    let reason =
      switch self {
      case .otherStates(1, _): "1 card in another state matches"
      case .otherStates(let count, _): "\(count) cards in other states match"
      case .removed(let match): match.words
      case .noneRemoved(0): "none was removed"
      case .noneRemoved(let count): "none of the \(count) removed cards does"
      case .noMatch(let count, _, _):
        "the vault has \(count) \(count == 1 ? "card" : "cards"), and none matches"
      }
    return Failure("no card matches", because: reason, try: advice, status: .nothingFound)
  }

  private var advice: Advice {
    switch self {
    case .otherStates(_, let command): command
    case .removed(let match): match.advice
    case .noneRemoved(let count): count == 0 ? .listAll : .run("list", "--removed")
    case .noMatch(_, let names, let command):
      CardSearch.commands(["list", "--all"], named: names) ?? command
    }
  }
}
