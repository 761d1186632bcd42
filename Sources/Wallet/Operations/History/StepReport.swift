package import Cards
internal import Sealing
package import VaultStore

/// What an undo or a redo did, as JSON and in words.
package struct StepReport: Encodable, Sendable {
  /// The id of the change that was undone or made again.
  let id: String
  /// Of its cards and fields only those that are different now.
  let cards: [ChangeLogReport.Affected]
  /// The names of cards whose later changes were skipped, as undoing them would change nothing now; absent if none.
  let skipped: [String]?
  /// What was undone or made again, and what was skipped, in one sentence.
  package let words: String

  private enum CodingKeys: CodingKey { case id, cards, skipped, words }

  /// What was undone or made again.
  private let deed: String

  /// `change`: of it only what is different now; `detail`: what is to be said of a card, where the change was its only one.
  fileprivate init(
    _ what: String, _ change: LoggedChange, skipped names: [String],
    detail: (LoggedChange.Affected) -> String
  ) {
    id = change.id
    cards = ChangeLogReport(change).cards
    skipped = names.isEmpty ? nil : names
    deed = "\(what): \(change.actionWords(detail))"
    words = deed + (names.skippedWords.map { "; skipped: \($0)" } ?? "")
  }

  /// What was skipped, and what was undone or made again, a line each.
  package var lines: [String] {
    [skipped?.skippedWords.map { "Skipped: \($0)" }, deed].compactMap(\.self)
  }
}

extension [String] {
  /// That later changes of cards with these names were skipped; `nil` if there are none.
  fileprivate var skippedWords: String? {
    let names = map { "“\($0.printable)”" }
    return isEmpty
      ? nil
      : "the last change of \(names.shown), as undoing it would change nothing now"
  }
}

extension Failure {
  /// A change that was not undone, because none was left.
  ///
  /// - Parameter card: The card whose last change was meant; `nil` for the last change that this device made.
  package init(nothingUndone card: Card?) {
    let (reason, advice): (String, Advice) =
      switch card {
      case let card?:
        (
          "“\(card.name)” has no change left to undo",
          Advice.run("history", .card(card), note: "it shows all changes")
            .onPage("look at the card's history")
        )
      case nil:
        (
          "this device has no change left to undo",
          Advice.run("history", note: "it shows the ids of all changes")
            .or(.run("undo", "CHANGE", note: "to undo any of them"))
            .onPage("undo a change of another device in the log")
        )
      }
    self.init("nothing was undone", because: reason, try: advice, status: .nothingFound)
  }
}

extension LoggedChange.Action {
  /// Whether a removed card came back by it.
  fileprivate var isReturn: Bool { if case .broughtBack = self { true } else { false } }
}

extension CardDifference {
  /// Which value is there again, in place of which; `nil` where the field's title says enough.
  fileprivate var wordsOfReturn: String? {
    guard hasValues else { return nil }
    let title = FieldWords.title(of: field)
    let quoted = { (text: String) in Self.quoted(text, in: field) }
    // What was spent or added since stays, so that a balance may never have been that before.
    let again = field == "balance" ? "" : " again"
    return switch (from.map(quoted), to.map(quoted)) {
    case (let old?, let new?): "\(title) \(new)\(again), not \(old)"
    case (let old?, nil): "\(title) \(old) cleared"
    case (nil, let new?): "\(title) \(new)\(again)"
    case (nil, nil): nil
    }
  }

  fileprivate var isUse: Bool { ["usedAt", "lastUsed"].contains(field) }
}

extension Vault {
  /// The change that a step would undo or make again now, of it only the cards and fields that would change.
  ///
  /// Without an id, none takes a card away after passing over later changes of it: a person means those, and would believe
  /// it lost.
  ///
  /// - Throws: `Failure` if there is none.
  package func next(_ step: UndoStep) throws(Failure) -> LoggedChange {
    let next = change(by: step)
    switch (step, next) {
    case (.last(let id), let next?):
      let taken = next.cards.filter { $0.action == .added || $0.action.isReturn }
      let passed = taken.isEmpty ? [] : Set(cardsPassed(byUndoOf: id))
      if let gone = taken.first(where: { passed.contains($0.id) }) {
        throw Failure(nothingUndone: next, takingAway: gone.name)
      }
      return next
    case (_, let next?): return next
    case (.last(let id), nil):
      throw Failure(nothingUndone: id.flatMap(cardOrRemoved))
    case (.change(let change), nil): throw Failure(nothingUndone: change)
    case (.redo, nil): throw .nothingRedone
    }
  }

  /// Undoes or redoes, and says what is different now.
  ///
  /// - Parameters:
  ///   - step: What to do.
  ///   - seen: The change that a person was shown; `nil` for any.
  /// - Returns: What was done.
  /// - Throws: As `next` and `undo`; `.changedBeforeUndo` if it would be another change than the one that was shown.
  package func reported(_ step: UndoStep, of seen: LoggedChange? = nil) throws -> StepReport {
    let change = try next(step)
    if let seen, seen.identity != change.identity { throw WalletError.changedBeforeUndo }
    let former = formerIDs
    let before = Dictionary(
      change.cards.compactMap { card($0.id) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    let outcome = try take(step)
    let isUndo = if case .redo = step { false } else { true }
    return StepReport(
      isUndo ? "Undone" : "Redone", change.naming { card($0)?.name },
      skipped: outcome.skipped.compactMap { cardOrRemoved($0)?.name }
    ) { affected in
      let id = affected.id
      switch affected.action {
      case .joined where isUndo && Self.whole(of: id, former) == Self.whole(of: id, formerIDs):
        return ", but it stays joined, because another device joined it, too"
      case .broughtBack where isUndo && card(id) == nil: return " (removed again)"
      case .edited, .spent, .toppedUp:
        guard let before = before[id], let now = card(id) else { break }
        let differences = CardDifference.between(before, now).filter { !$0.isUse }
        // With several, their values would take several lines: history shows them.
        guard differences.count == 1, let words = differences[0].wordsOfReturn else { break }
        return " (\(words))"
      default: break
      }
      return affected.action.bracketedFields
    }
  }

  /// A card, also a removed one; `nil` if there never was one.
  private func cardOrRemoved(_ id: CardID) -> Card? {
    card(id) ?? removedCards.first { $0.id == id }
  }

  /// A joined card and its former parts; `nil` for a card that was never joined.
  private static func whole(of id: CardID, _ former: [CardID: [CardID]]) -> Set<CardID>? {
    former.map { Set($0.value + [$0.key]) }.first { $0.contains(id) }
  }
}

extension Failure {
  /// A change of the log that cannot be undone.
  package init(nothingUndone change: LoggedChange) {
    let name = "change \(change.id.shownDigits)"
    self.init(
      "nothing was undone",
      because: change.isUndone
        ? "\(name) is undone already" : "undoing \(name) would change nothing now",
      try: .run("history", note: "it shows all changes"), onPage: "look at the log",
      status: .nothingFound)
  }

  /// A change that added a card or brought it back, and is not undone unasked, as later changes of that card would be passed
  /// over.
  fileprivate init(nothingUndone change: LoggedChange, takingAway name: String) {
    self.init(
      "nothing was undone",
      because:
        "undoing the last change of “\(name.printable)” would change nothing now, and undoing the one before would remove that card",
      try: .run(
        "undo", .text(change.id.shownDigits), note: "to undo what it did: \(change.actionWords())"
      )
      .or(.run("history", note: "it shows all changes")),
      onPage: "undo a change in the log", status: .conflict)
  }

  /// Digits that name no change, in the log or in the history of a card.
  package init(noChange digits: String, of card: Card? = nil) {
    self.init(
      "there is no change \(digits.printable)",
      because: digits.utf8.count < ContentHash.shownDigitCount
        ? "changes have ids of \(ContentHash.shownDigitCount) digits"
        : card.map {
          "the history of “\($0.name.printable)” has none with this id, or several"
        } ?? "the log has none with this id, or several that begin with it",
      try: .run(card.map { ["history", .card($0)] } ?? ["history"], note: "it shows the ids"),
      onPage: "look at the \(card == nil ? "log" : "card's history")", status: .nothingFound)
  }

  /// An undo that cannot be taken back.
  package static let nothingRedone = Failure(
    "nothing was redone",
    because: "this device has made no undo since its last other change that could be taken back",
    try: .run("history", note: "it shows the ids of all changes").or(
      .run("undo", "CHANGE", note: "to undo any of them, also an undo")),
    onPage: "undo the undo in the log", status: .nothingFound)
}
