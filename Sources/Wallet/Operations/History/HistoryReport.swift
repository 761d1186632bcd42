package import Cards
package import VaultStore

/// One change of a card, for scripts.
package struct HistoryReport: Encodable, Sendable {
  /// A field in which it ended a conflict.
  package struct Decision: Encodable, Sendable {
    /// The field's name in JSON.
    package let field: String
    /// The value that stayed, masked as in lists; absent if the field is empty.
    package let value: String?
  }

  /// Its number in the history, from 1.
  package let number: Int
  /// When it was made, in UTC (ISO 8601).
  package let made: String
  /// The number of the device that made it, in 16 hexadecimal digits.
  package let device: String
  /// The name of that device at the time; absent if it had none.
  package let deviceName: String?
  /// Whether this device made it.
  package let thisDevice: Bool
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
  package let otherNames: [String]
  /// The conflicts that it ended.
  package let decided: [Decision]
  /// When it was made, for display in local time.
  package let moment: Timestamp

  private enum CodingKeys: String, CodingKey {
    case number, made, device, deviceName, thisDevice, changes, added, removed, broughtBack, undo,
      undone,
      joined
    case separated, otherNames, decided
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
        number: index + 1, change, wasThere: before != nil, known: known, isFirst: index == 0)
    }
  }

  /// - Parameters:
  ///   - number: Its number in the history, from 1.
  ///   - change: The change as recorded in the vault.
  ///   - wasThere: Whether the card existed just before.
  ///   - known: The last known state of the card.
  ///   - isFirst: Whether it is the first change.
  private init(number: Int, _ change: CardChange, wasThere: Bool, known: Card?, isFirst: Bool) {
    self.number = number
    made = change.made.description
    moment = change.made
    device = change.device.bigEndianDigits
    deviceName = change.deviceName.isEmpty ? nil : change.deviceName
    thisDevice = change.isOwn
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
  }
}
