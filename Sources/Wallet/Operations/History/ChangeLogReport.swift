package import Cards
package import VaultStore

/// A change in the log of the vault: what one undo undoes.
package struct ChangeLogReport: Encodable, Sendable {
  /// A card that it changed.
  package struct Affected: Encodable, Sendable {
    let id: String
    /// Its name now, or the last one that it had.
    let name: String
    /// `added`, `edited`, `removed`, `broughtBack`, `joined` or `separated`.
    let action: String
    /// The names in JSON of the fields that were edited; absent for any other action.
    let fields: [String]?
  }

  /// Its number in the log, from 1, the oldest first.
  package let number: Int
  /// When it was made, in UTC (ISO 8601).
  package let made: String
  /// The number of the device that made it, in 16 hexadecimal digits.
  package let device: String
  /// The name of that device at the time; absent if it had none.
  package let deviceName: String?
  /// Whether this device made it.
  package let thisDevice: Bool
  /// The cards, in the order in which they were saved.
  package let cards: [Affected]
  /// The number of the change that it undoes; absent for any other change.
  package let undoes: Int?
  /// The number of the change that it makes again after an undo; absent for any other change.
  package let redoes: Int?
  /// Whether it is undone now.
  package let undone: Bool
  /// What it did, in words: `edited Gym (note, tags)`.
  package let words: String
  /// When it was made, for display in local time.
  package let moment: Timestamp

  private enum CodingKeys: CodingKey {
    case number, made, device, deviceName, thisDevice, cards, undoes, redoes, undone, words
  }

  /// A change, or some of its cards, in the whole log: an undo is named by what it undoes.
  package init(_ change: LoggedChange, in log: [LoggedChange]) {
    let undone = change.isRedo ? nil : change.reverts
    let redone = change.isRedo ? change.reverts.flatMap { log[$0 - 1].reverts } : nil
    self.init(change, undoes: undone, redoes: redone)
  }

  private init(_ change: LoggedChange, undoes: Int?, redoes: Int?) {
    number = change.number
    made = change.made.description
    moment = change.made
    device = change.device.bigEndianDigits
    deviceName = change.deviceName.isEmpty ? nil : change.deviceName
    thisDevice = change.isOwn
    cards = change.cards.map(Affected.init)
    self.undoes = undoes
    self.redoes = redoes
    undone = change.isUndone
    let actions = change.actionWords
    words =
      if let undoes { "undid \(undoes): \(actions)" } else if let redoes {
        "redid \(redoes): \(actions)"
      } else { actions }
  }

  /// Where it was made: this device, another one's name, or the first digits of its number.
  package var place: String {
    thisDevice ? "this device" : deviceName ?? "device \(device.prefix(4))"
  }

  /// Which change it is and what it did: `change 12, 2026-11-30 09:12, this device: edited Gym (note)`.
  package var title: String { "change \(number), \(moment.local), \(place): \(words)" }

  /// A row of the table: number, when, where, what, remark.
  package var row: [String] {
    ["\(number)", moment.local, place, words, undone ? "undone" : ""]
  }
}

extension ChangeLogReport.Affected {
  fileprivate init(_ affected: LoggedChange.Affected) {
    id = affected.id.description
    name = affected.name
    (action, fields) =
      switch affected.action {
      case .added: ("added", nil)
      case .removed: ("removed", nil)
      case .broughtBack: ("broughtBack", nil)
      case .joined: ("joined", nil)
      case .separated: ("separated", nil)
      case .edited(let fields): ("edited", fields)
      }
  }
}

extension LoggedChange {
  /// What it did to its cards, in words; those with the same words together.
  package var actionWords: String {
    let groups = Dictionary(grouping: cards, by: \.action.verb)
    var verbs: [String] = []
    for card in cards where !verbs.contains(card.action.verb) { verbs.append(card.action.verb) }
    let parts = verbs.map { verb in
      let group = groups[verb] ?? []
      let names = group.map(\.name)
      if group.count == 1 { return "\(verb) \(names[0].printable)\(group[0].action.detail)" }
      return group.count <= Self.maxNames
        ? "\(verb) \(names.shown)" : "\(verb) \(group.count) cards: \(names.shown)"
    }
    return parts.isEmpty ? "no visible change" : parts.joined(separator: "; ")
  }

  /// More names than a line shows are counted, too.
  private static let maxNames = 3
}

extension LoggedChange.Action {
  fileprivate var verb: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .broughtBack: "brought back"
    case .joined: "joined"
    case .separated: "separated"
    case .edited(let fields) where fields.contains("review"): "reviewed"
    case .edited(let fields) where !fields.isEmpty && fields.allSatisfy(Self.uses.contains): "used"
    case .edited: "edited"
    }
  }

  private static let uses: Set = ["usedAt", "lastUsed"]

  /// The fields, where nothing else says what was done.
  fileprivate var detail: String {
    guard case .edited(let fields) = self, verb == "edited" else { return "" }
    let titles = fields.filter { !Self.uses.contains($0) }.map(FieldWords.title)
    return titles.isEmpty ? "" : " (\(titles.joined(separator: ", ")))"
  }
}
