internal import Cards

extension UndoReport {
  /// What was undone, in words: `edited Lidl (name, expiry)`.
  package var words: String { "\(verb) \(name)\(detail)" }

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
    if changes.count == 1, let change = changes.first { return " (\(change.words()))" }
    var parts: [String] = []
    for part in changes.map(\.part) where !parts.contains(part) { parts.append(part) }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}

extension [String] {
  /// That later changes of cards with these names were skipped; `nil` if there are none.
  package var undoSkipped: String? {
    let names = map { "“\($0.printable)”" }
    return isEmpty
      ? nil
      : "the last change of \(names.shown), as undoing it would change nothing now"
  }
}

extension [UndoReport] {
  /// What was undone: a line for each card, or for each kind of change where there are many.
  package var deeds: [String] {
    let mostCards = 5
    if count <= mostCards { return map(\.words) }
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
