extension HistoryReport {
  /// What happened, one line for each change.
  ///
  /// - Parameter isForPage: Whether a page shows them, which puts moments into local time itself.
  /// - Returns: The lines; at least one.
  package func lines(isForPage: Bool = false) -> [String] {
    var lines = changes.map { change in
      let isDecided = decided.contains { $0.field == change.field }
      return (isDecided ? "conflict resolved: " : "") + change.words(isForPage: isForPage)
    }
    lines += decided.filter { decision in !changes.contains { $0.field == decision.field } }
      .map(\.words)
    if joined { lines.insert("joined with \(others)", at: 0) }
    if separated { lines.insert("separated from \(others)", at: 0) }
    if added { lines.insert("added", at: 0) }
    if broughtBack { lines.insert("brought back", at: 0) }
    if removed { lines.insert("removed", at: 0) }
    return lines.isEmpty ? ["no visible change"] : lines
  }

  /// What happened in one sentence, without values: "Edited name and expiry".
  package var title: String {
    if undo { return "Undid a change" }
    var deeds: [String] = []
    if joined { deeds.append("joined with \(others)") }
    if separated { deeds.append("separated from \(others)") }
    if removed { deeds.append("removed") }
    if broughtBack { deeds.append("brought back") }
    if added { deeds.append("added") }
    if decided.count == 1 { deeds.append("resolved a conflict") }
    if decided.count > 1 { deeds.append("resolved \(decided.count) conflicts") }
    // All fields of a new card are new.
    if !added { deeds += CardDifference.deeds(of: changes) }
    let words = deeds.isEmpty ? "no visible change" : deeds.joined(separator: ", ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The cards that it was joined with or separated from.
  private var others: String {
    otherNames.isEmpty ? "another card" : otherNames.map { "“\($0)”" }.joined(separator: ", ")
  }

  /// Where it was made: this device, another one's name, or the first digits of its number.
  package var place: String {
    thisDevice ? "this device" : deviceName ?? "device \(device.prefix(4))"
  }

  /// The rows of the table: number, when, where, what, remark.
  package var rows: [[String]] {
    let remark = undone ? "undone" : undo ? "undoes a change" : ""
    return lines().enumerated().map { index, line in
      index == 0 ? ["\(number)", moment.local, place, line, remark] : ["", "", "", line, ""]
    }
  }
}

extension HistoryReport.Decision {
  /// What stayed as it was shown.
  fileprivate var words: String {
    if field.hasPrefix("field ") { return "conflict resolved: a field of a newer cardvault" }
    let kept = value.map { CardDifference.quoted($0, in: field) } ?? "empty"
    return "conflict resolved: \(FieldWords.title(of: field)) stays \(kept)"
  }
}
