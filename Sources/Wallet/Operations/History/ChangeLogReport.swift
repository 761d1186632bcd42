package import Cards
internal import Sealing
package import VaultStore

/// A change in the log of the vault: what one undo undoes.
package struct ChangeLogReport: Encodable, Sendable {
  /// A card that it changed: there may be thousands, which only JSON names.
  package struct Affected: Encodable, Sendable {
    fileprivate let card: LoggedChange.Affected

    private enum CodingKeys: CodingKey { case id, name, action, fields }

    /// Encodes its id, its name now or the last one that it had, the action, and, where fields were edited, those.
    package func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(card.id.description, forKey: .id)
      try values.encode(card.name, forKey: .name)
      try values.encode(card.action.word, forKey: .action)
      switch card.action {
      case .edited(let fields): try values.encode(fields, forKey: .fields)
      case .broughtBack(let fields) where !fields.isEmpty:
        try values.encode(fields, forKey: .fields)
      default: break
      }
    }
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
  package let thisDevice: Bool
  /// The cards, in the order in which they were saved.
  package let cards: [Affected]
  /// The id of the change that it undoes; absent for any other change.
  package let undoes: String?
  /// The id of the change that it makes again after an undo; absent for any other change.
  package let redoes: String?
  /// Whether it is undone now.
  package let undone: Bool
  /// What it did, in words: `edited Gym (note, tags)`.
  package let words: String
  /// When it was made, for display in local time.
  package let moment: Timestamp

  private enum CodingKeys: CodingKey {
    case id, made, device, deviceName, thisDevice, cards, undoes, redoes, undone, words
  }

  /// A change, or some of its cards.
  package init(_ change: LoggedChange) {
    id = change.id
    (undoes, redoes) = (change.undoes, change.redoes)
    made = change.made.description
    moment = change.made
    device = change.device.bigEndianDigits
    deviceName = change.deviceName.isEmpty ? nil : change.deviceName
    thisDevice = change.isOwn
    cards = change.cards.map { Affected(card: $0) }
    undone = change.isUndone
    let actions = change.actionWords()
    words =
      if let undoes = change.undoes {
        "undid \(undoes.shownDigits): \(actions)"
      } else if let redoes = change.redoes {
        "redid \(redoes.shownDigits): \(actions)"
      } else { actions }
  }

  /// Where it was made: this device, another one's name, or the first digits of its number.
  package var place: String {
    thisDevice ? "this device" : deviceName ?? "device \(device.prefix(4))"
  }

  /// Which change it is and what it did: `change 3fa94c21, 2026-11-30 09:12, this device: edited Gym (note)`.
  package var title: String { "change \(id.shownDigits), \(moment.local), \(place): \(words)" }

  /// A line of plain text: id and what it did.
  package var line: String { "\(id.shownDigits)  \(words)" }

  /// A row of the table: id, when, where, what, remark.
  package var row: [String] {
    [id.shownDigits, moment.local, place, words, undone ? "undone" : ""]
  }
}

extension String {
  /// The first digits of a change's id, as they are shown and typed.
  package var shownDigits: String { String(prefix(ContentHash.shownDigitCount)) }

  /// Whether it looks like the id of a change, or the first digits of one.
  package var isChangeID: Bool {
    utf8.count >= ContentHash.shownDigitCount && allSatisfy(\.isHexDigit)
  }
}

extension LoggedChange {
  /// What it did to its cards, in words; those with the same words together.
  ///
  /// - Parameter detail: What is said behind the name of a card that alone has its words.
  /// - Returns: The words.
  package func actionWords(_ detail: (Affected) -> String = \.action.bracketedFields) -> String {
    var groups: [(verb: String, first: Affected, names: [String])] = []
    for card in cards {
      // Most changes do one thing to all of their cards.
      let index =
        groups.firstIndex { $0.first.action == card.action }
        ?? groups.firstIndex { $0.verb == card.action.verb }
      if let index {
        groups[index].names.append(card.name)
      } else {
        groups.append((card.action.verb, card, [card.name]))
      }
    }
    let parts = groups.map { verb, first, names in
      if names.count == 1 { return "\(verb) \(names[0].printable)\(detail(first))" }
      return names.count <= Self.maxNames
        ? "\(verb) \(names.shown)" : "\(verb) \(names.count) cards: \(names.shown)"
    }
    return parts.isEmpty ? "no visible change" : parts.joined(separator: "; ")
  }

  /// More names than a line shows are counted, too.
  private static let maxNames = 3
}

extension LoggedChange.Action {
  /// What is said in JSON.
  fileprivate var word: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .broughtBack: "broughtBack"
    case .joined: "joined"
    case .separated: "separated"
    case .toppedUp: "toppedUp"
    case .spent: "spent"
    case .edited: "edited"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .broughtBack: "brought back"
    case .joined: "joined"
    case .separated: "separated"
    case .toppedUp: "topped up"
    case .spent: "spent from"
    case .edited(let fields) where fields.contains("review"): "reviewed"
    case .edited(let fields) where !fields.isEmpty && fields.allSatisfy(Self.uses.contains): "used"
    case .edited: "edited"
    }
  }

  private static let uses: Set = ["usedAt", "lastUsed"]

  /// The fields, where nothing else says what was done.
  package var bracketedFields: String {
    let fields: [String]
    switch self {
    case .edited(let changed) where verb == "edited": fields = changed
    case .broughtBack(let changed): fields = changed
    case .joined: return " with another card"
    case .separated: return " from another card"
    default: return ""
    }
    let titles = fields.filter { !Self.uses.contains($0) }.map(FieldWords.title)
    return titles.isEmpty ? "" : " (\(titles.joined(separator: ", ")))"
  }
}
