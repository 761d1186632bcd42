internal import Cards
internal import VaultStore

/// One change of a card, for scripts and people.
struct HistoryReport: Encodable {
  let number: Int
  let made: String
  let device: String
  let thisDevice: Bool
  let changes: [CardDifference]
  /// Whether the card was not in the vault before.
  let added: Bool
  let removed: Bool
  /// Whether the card had been removed before.
  let broughtBack: Bool
  let undo: Bool
  let undone: Bool
  /// Whether it was joined with another card.
  let joined: Bool
  /// Whether it was parted from a card that it was joined with.
  let parted: Bool
  /// What the cards are called that it was joined with or parted from, as far as they are known.
  let otherNames: [String]
  private let localTime: String

  private enum CodingKeys: CodingKey {
    case number, made, device, thisDevice, changes, added, removed, broughtBack, undo, undone,
      joined
    case parted, otherNames
  }

  /// All of a card's changes, the oldest first.
  static func all(_ changes: [CardChange]) -> [HistoryReport] {
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
    localTime = change.made.local
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

  /// What happened, a line for each thing.
  var lines: [String] {
    var lines = changes.map(\.words)
    let others =
      otherNames.isEmpty ? "another card" : otherNames.map { "“\($0)”" }.joined(separator: ", ")
    if joined { lines.insert("joined with \(others)", at: 0) }
    if parted { lines.insert("parted from \(others)", at: 0) }
    if added { lines.insert("added", at: 0) }
    if broughtBack { lines.insert("brought back", at: 0) }
    if removed { lines.insert("removed", at: 0) }
    return lines.isEmpty ? ["nothing that shows"] : lines
  }

  /// The rows of a table for people: number, when, where, what, remark.
  var rows: [[String]] {
    let place = thisDevice ? "this device" : "device \(device.prefix(4))"
    let remark = undone ? "taken back" : undo ? "takes a change back" : ""
    return lines.enumerated().map { index, line in
      index == 0 ? ["\(number)", localTime, place, line, remark] : ["", "", "", line, ""]
    }
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  var bigEndianDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
