package import Cards
package import VaultStore

/// One change of a card, as JSON and in words.
package struct HistoryReport: Encodable, Sendable {
  /// A field in which it ended a conflict.
  package struct Decision: Encodable, Sendable {
    /// The field's name in JSON.
    package let field: String
    /// The value that stayed, masked as in lists; absent if the field is empty.
    package let value: String?
  }

  /// Its id, of which the first digits are shown: the same on every device, and for ever.
  package let id: String
  /// When it was made, in UTC (ISO 8601).
  package let made: String
  /// The number of the device that made it, in 16 hexadecimal digits.
  package let device: String
  /// The name of that device at the time; absent if it had none.
  package let deviceName: String?
  /// Whether this device made it.
  let thisDevice: Bool
  /// Where it was made, in words.
  let madeOn: String
  /// What it changed on the card, one entry per field.
  package let changes: [CardDifference]
  /// Whether the card was not in the vault before.
  package let added: Bool
  /// Whether it removed the card.
  package let removed: Bool
  /// Whether the card had been removed before.
  package let broughtBack: Bool
  /// Whether it undoes another change.
  package let undo: Bool
  /// Whether it was undone.
  package let undone: Bool
  /// Whether it joined the card with another one.
  package let joined: Bool
  /// Whether it separated the card from one that it was joined with.
  package let separated: Bool
  /// The names, as far as known, of the cards that it was joined with or separated from.
  let otherNames: [String]
  /// The conflicts that it ended.
  package let decided: [Decision]
  /// What happened in one sentence, without values: "Edited name and expiry".
  package private(set) var title = ""
  /// What happened, at least one line, with moments in UTC.
  private(set) var lines: [String] = []
  /// When it was made, for display in local time.
  package let moment: Timestamp

  private enum CodingKeys: CodingKey {
    case id, made, device, deviceName, thisDevice, madeOn, changes, added, removed, broughtBack,
      undo, undone, joined, separated
    case otherNames, decided, title, lines
  }

  /// All of a card's changes, oldest first.
  package static func all(_ changes: [CardChange]) -> [HistoryReport] {
    var known: Card?
    var before: Card?
    return changes.enumerated().map { index, change in
      defer {
        before = change.card
        known = change.card ?? known
      }
      return HistoryReport(
        change, wasThere: before != nil, known: known, isFirst: index == 0)
    }
  }

  /// `wasThere`: the card existed just before; `known`: its last known state.
  private init(_ change: CardChange, wasThere: Bool, known: Card?, isFirst: Bool) {
    id = change.id
    made = change.made.description
    moment = change.made
    device = change.device.bigEndianDigits
    deviceName = change.deviceName.isEmpty ? nil : change.deviceName
    thisDevice = change.isOwn
    madeOn = change.device.deviceWords(change.deviceName, isOwn: change.isOwn)
    changes = change.card.map { CardDifference.between(known, $0) } ?? []
    removed = change.card == nil && (wasThere || isFirst)
    added = change.card != nil && known == nil
    broughtBack = change.card != nil && known != nil && !wasThere
    undo = change.isUndo
    undone = change.isUndone
    joined = change.isJoin
    separated = change.isParting
    otherNames = change.otherNames
    decided = change.decided.map { field in
      Decision(field: field, value: change.card.flatMap { FieldWords.text(of: field, on: $0) })
    }
    title = sentence
    lines = lines(inLocalTime: false)
  }
}

extension HistoryReport {
  /// What happened, at least one line, with moments in local time.
  package var localLines: [String] { lines(inLocalTime: true) }

  private func lines(inLocalTime: Bool) -> [String] {
    var lines = changes.map { change in
      let isDecided = decided.contains { $0.field == change.field }
      return (isDecided ? "conflict resolved: " : "") + change.words(inLocalTime: inLocalTime)
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

  private var sentence: String {
    if undo { return "Undid a change" }
    var actions: [String] = []
    if joined { actions.append("joined with \(others)") }
    if separated { actions.append("separated from \(others)") }
    if removed { actions.append("removed") }
    if broughtBack { actions.append("brought back") }
    if added { actions.append("added") }
    if decided.count == 1 { actions.append("resolved a conflict") }
    if decided.count > 1 { actions.append("resolved \(decided.count) conflicts") }
    // All fields of a new card are new.
    if !added { actions += CardDifference.actions(of: changes) }
    let words = actions.isEmpty ? "no visible change" : actions.joined(separator: ", ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The cards that it was joined with or separated from.
  private var others: String {
    otherNames.isEmpty ? "another card" : otherNames.map { "“\($0)”" }.joined(separator: ", ")
  }

  /// The rows of the table: id, when, where, what, remark.
  package var rows: [[String]] {
    let remark = undone ? "undone" : undo ? "undoes a change" : ""
    return localLines.enumerated().map { index, line in
      index == 0 ? [id.shownDigits, moment.local, madeOn, line, remark] : ["", "", "", line, ""]
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
