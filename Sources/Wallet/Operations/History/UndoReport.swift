package import Cards
internal import Sealing
package import VaultFormat
package import VaultStore

/// What an undo did, as JSON and in words.
package struct UndoReport: Encodable, Sendable {
  /// The cards, in the order in which they had been saved; none if nothing was left to undo.
  package let undone: [UndoneCard]
  /// The names of cards whose later changes were skipped, as undoing them would change nothing now; absent if none.
  let skipped: [String]?
  /// What was undone and skipped, in one sentence.
  package let words: String

  init(_ undone: [UndoneCard], skipped names: [String]) {
    self.undone = undone
    skipped = names.isEmpty ? nil : names
    words =
      "Undone: " + undone.deeds.joined(separator: "; ")
      + (names.skippedWords.map { "; skipped: \($0)" } ?? "")
  }

  /// What was skipped and undone, a line each.
  package var lines: [String] {
    let note = skipped?.skippedWords.map { "Skipped: \($0)" }
    return [note].compactMap(\.self) + undone.deeds.map { "Undone: \($0)" }
  }
}

/// What undoing a change did to one card.
package struct UndoneCard: Encodable, Sendable {
  let id: String
  /// The card's current or last name.
  package let name: String
  /// The changes that were undone.
  package let changes: [CardDifference]
  /// Whether the card is gone because the change had added it.
  package let removed: Bool
  /// Whether the card is back because the change had removed it.
  package let broughtBack: Bool
  /// Whether the card is separate again because the change had joined it into another.
  package let separated: Bool
  /// Whether the cards stay joined because another device joined them, too.
  let isStillJoined: Bool
  /// Whether the change had brought the card back, which was removed before.
  let wasRestored: Bool

  private enum CodingKeys: CodingKey { case id, name, changes, removed, broughtBack, separated }

  /// Compares a card with its state before, in which it was `present` or `removed`.
  ///
  /// - `now`: The card now; `nil` if it is gone.
  /// - `wasPart`: Whether it was part of another card before.
  /// - `isAsJoined`: Whether it is joined from several cards, the same as before.
  init(
    _ id: CardID, present: Card?, removed: Card?, now: Card?, wasPart: Bool, isAsJoined: Bool,
    wasRestored: Bool
  ) {
    self.id = id.description
    name = (now ?? present ?? removed)?.name ?? ""
    changes = now.map { now in present.map { CardDifference.between(now, $0) } ?? [] } ?? []
    self.removed = now == nil
    broughtBack = present == nil && now != nil && !wasPart
    separated = now != nil && wasPart && !isAsJoined
    isStillJoined = isAsJoined && changes.isEmpty
    self.wasRestored = wasRestored
  }
}

extension UndoneCard {
  /// What was undone, in words: `edited Lidl (name, expiry)`.
  var words: String { "\(verb) \(name)\(detail)" }

  fileprivate var verb: String {
    if removed { return wasRestored ? "restored" : "added" }
    if separated || isStillJoined { return "joined" }
    if broughtBack { return "removed" }
    // Separating a card may change no field.
    if changes.isEmpty { return "separated another card from" }
    if changes.contains(where: \.isAcceptance) { return "accepted" }
    if changes.count == 1, changes[0].field == "archived", changes[0].to != nil {
      return "archived"
    }
    return changes.allSatisfy(\.isUse) ? "used" : "edited"
  }

  private var detail: String {
    if isStillJoined { return ", but it stays joined, because another device joined it, too" }
    if separated { return " with another card" }
    if removed, wasRestored { return " (removed again)" }
    if verb == "archived" { return "" }
    let changes = changes.filter { !$0.isUse && !$0.isAcceptance }
    // With several, their values would take several lines: history shows them.
    if changes.count == 1, let change = changes.first { return " (\(change.undoneWords))" }
    var parts: [String] = []
    for part in changes.map(\.part) where !parts.contains(part) { parts.append(part) }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
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

extension [UndoneCard] {
  /// What was undone: a line for each card, or for each kind of change where there are many.
  fileprivate var deeds: [String] {
    let maxCards = 5
    if count <= maxCards { return map(\.words) }
    var verbs: [String] = []
    for report in self where !verbs.contains(report.verb) { verbs.append(report.verb) }
    return verbs.map { verb in
      let reports = filter { $0.verb == verb }
      return reports.count == 1
        ? reports[0].words
        : "\(verb) \(reports.count) cards: \(reports.map { "“\($0.name)”" }.shown)"
    }
  }
}

extension CardDifference {
  /// The difference after it was undone, so that an arrow does not point to what is gone.
  fileprivate var undoneWords: String {
    guard isReplacement, let from, let to else { return words() }
    let (now, before) = (Self.quoted(from, in: field), Self.quoted(to, in: field))
    // What was spent or added since stays, so that a balance may never have been that before.
    return
      "\(FieldWords.title(of: field)) \(now)\(field == "balance" ? "" : " again"), not \(before)"
  }

  fileprivate var isUse: Bool { ["usedAt", "lastUsed"].contains(field) }

  fileprivate var isAcceptance: Bool { field == "review" && to == "accepted" }

  /// The field as part of a card.
  fileprivate var part: String {
    switch field {
    case "expires": "expiry"
    case "tag": "tags"
    case "origin": "source"
    default: FieldWords.title(of: field)
    }
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

/// One step on the line of changes.
package enum UndoStep: Sendable {
  /// Undo the last change of a card, or this device's last change.
  case last(of: CardID?)
  /// Undo this change.
  case change(LoggedChange)
  /// Take this device's last undo back.
  case redo
}

extension Vault {
  /// The change that an undo without an id undoes.
  ///
  /// It takes no card away after passing over later changes of it: a person means those, and would believe it lost.
  ///
  /// - Parameter card: The card whose last change is meant; `nil` for the last change that this device made.
  /// - Returns: The change.
  /// - Throws: `Failure` if there is none.
  package func lastChange(of card: Card?) throws(Failure) -> LoggedChange {
    guard let change = changeToUndo(of: card?.id) else { throw Failure(nothingUndone: card) }
    let passed = Set(cardsPassed(byUndoOf: card?.id))
    let gone = change.cards.first { affected in
      passed.contains(affected.id) && (affected.action == .added || affected.action.isReturn)
    }
    if let gone { throw Failure(nothingUndone: change, takingAway: gone.name) }
    return change
  }

  /// Undoes or redoes, and describes the effect on each card.
  ///
  /// - Throws: As `undo`.
  package func reported(_ step: UndoStep) throws(VaultError) -> UndoReport {
    let (present, removed, former) = (cards, removedCards, formerIDs)
    let change: LoggedChange? =
      switch step {
      case .last(let id): changeToUndo(of: id)
      case .change(let change): change
      case .redo: nil
      }
    let restored = Set(
      (change?.cards ?? []).filter { $0.action.isReturn }.map(\.id))
    let outcome =
      switch step {
      case .last(let id): try undo(id)
      case .change(let change): try undo(change)
      case .redo: try redo()
      }
    let wholes = formerIDs
    let names = Dictionary(
      (present + removed).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let undone = outcome.order.map { id in
      UndoneCard(
        id, present: present.first { $0.id == id }, removed: removed.first { $0.id == id },
        now: outcome.cards[id] ?? nil, wasPart: former.values.contains { $0.contains(id) },
        isAsJoined: Self.whole(of: id, wholes).map { $0 == Self.whole(of: id, former) } ?? false,
        wasRestored: restored.contains(id))
    }
    return UndoReport(undone, skipped: outcome.skipped.compactMap { names[$0] })
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
        "undoing the last change of “\(name.printable)” would change nothing now, and the change before takes that card away",
      try: .run("undo", .text(change.id.shownDigits), note: "to take the card away")
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

  /// An undo or redo that would not do what was shown any more.
  package static let changedBeforeUndo = Failure(
    "nothing was undone or redone", because: "something else was changed meanwhile",
    try: .run("history", note: "it shows what"), onPage: "look at the log",
    status: .conflict)
}
