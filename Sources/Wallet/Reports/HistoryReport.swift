package import Cards
package import VaultStore

/// One change of a card, for scripts.
package struct HistoryReport: Encodable, Sendable {
  /// Its place among all, from 1.
  package let number: Int
  /// When it was made, in UTC (ISO 8601).
  package let made: String
  /// The number of the device that made it, in 16 hexadecimal digits.
  package let device: String
  /// Whether this device made it.
  package let thisDevice: Bool
  /// What it did to the card, a field each.
  package let changes: [CardDifference]
  /// Whether the card was not in the vault before.
  package let added: Bool
  /// Whether it removed the card.
  package let removed: Bool
  /// Whether the card had been removed before.
  package let broughtBack: Bool
  /// Whether it takes another change back.
  package let undo: Bool
  /// Whether it was taken back.
  package let undone: Bool
  /// Whether it was joined with another card.
  package let joined: Bool
  /// Whether it was parted from a card that it was joined with.
  package let parted: Bool
  /// What the cards are called that it was joined with or parted from, as far as they are known.
  package let otherNames: [String]
  /// When it was made, for clocks of this machine.
  package let moment: Timestamp

  private enum CodingKeys: CodingKey {
    case number, made, device, thisDevice, changes, added, removed, broughtBack, undo, undone,
      joined
    case parted, otherNames
  }

  /// All of a card's changes, the oldest first.
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
  ///   - number: its place among all, from 1.
  ///   - change: what the vault says of it.
  ///   - wasThere: whether the card was there just before.
  ///   - known: the card as it was last.
  ///   - isFirst: whether nothing was before.
  private init(number: Int, _ change: CardChange, wasThere: Bool, known: Card?, isFirst: Bool) {
    self.number = number
    made = change.made.description
    moment = change.made
    device = change.device.bigEndianDigits
    thisDevice = change.isOwn
    changes = change.card.map { CardDifference.between(known, $0) } ?? []
    removed = change.card == nil && (wasThere || isFirst)
    added = change.card != nil && known == nil
    broughtBack = change.card != nil && known != nil && !wasThere
    undo = change.isUndo
    undone = change.isUndone
    joined = change.isJoin
    parted = change.isParting
    otherNames = change.otherNames
  }
}
