public import Cards
package import Sealing
internal import VaultFormat

/// One command that changed cards, in the log of the vault: what one undo undoes.
public struct LoggedChange: Sendable, Hashable {
  /// What it did to a card.
  public enum Action: Sendable, Hashable {
    case added, removed, joined, separated, toppedUp, spent
    /// It changed these fields, by their JSON names, each once; none where it only kept a value.
    case edited([String])
    /// It changed these fields of a removed card, which came back by that; none where it only brought it back.
    case broughtBack([String])
  }

  /// A card that it changed.
  public struct Affected: Sendable, Hashable {
    /// Its id now, which is another card's where it was joined into that.
    public let id: CardID
    /// Its name now, or the last one that it had.
    public let name: String
    /// What was done to it.
    public let action: Action
  }

  /// When it was made, by the clock of the device that made it.
  public let made: Timestamp
  /// The id of the device that made it.
  public let device: UInt64
  /// The device's name then; empty if it had none.
  public let deviceName: String
  /// Whether it was made by this machine in this vault folder.
  public let isOwn: Bool
  /// What it did to which cards, in the order in which it saved them.
  public private(set) var cards: [Affected]
  /// Whether it was undone for all of its cards.
  public let isUndone: Bool
  /// The identity of its first segment, which names it on every device and for ever.
  package let identity: ContentHash
  /// The change that it undoes, or, where that is an undo, takes back; `nil` for any other.
  let reverted: ContentHash?
  /// The change that it makes again, as it takes an undo back; `nil` for any other.
  let redone: ContentHash?

  /// Its id: 64 hexadecimal digits.
  public var id: String { identity.description }
  /// The id of the change that it undoes; `nil` for any other.
  public var undoes: String? { redone == nil ? reverted?.description : nil }
  /// The id of the change that it makes again; `nil` for any other.
  public var redoes: String? { redone?.description }

  /// The same change, with names that cards have got since.
  package func naming(_ name: (CardID) -> String?) -> LoggedChange {
    var change = self
    change.cards = cards.map {
      Affected(id: $0.id, name: name($0.id) ?? $0.name, action: $0.action)
    }
    return change
  }

  /// The same change, of it only the cards and fields that these edits change.
  func only(_ edits: [CardEdit], _ joined: JoinedCards) -> LoggedChange {
    var change = self
    let edits = Dictionary(grouping: edits) { joined.id(of: $0.card) }
    change.cards = cards.compactMap { card in
      guard let own = edits[joined.id(of: card.id)] else { return nil }
      guard case .edited(let fields) = card.action else { return card }
      let words = Set(own.flatMap(\.changes).map(\.word))
      let left = fields.filter(words.contains)
      return Affected(
        id: card.id, name: card.name, action: .edited(left.isEmpty ? fields : left))
    }
    return change
  }
}

extension Vault {
  /// All changes of the vault, the oldest first.
  ///
  /// - Complexity: linear in the number of revisions, but for sorting the commands.
  public var changeLog: [LoggedChange] {
    let groups = history.commands
    // Most commands undo nothing.
    let targets = Set(groups.compactMap { $0[0].undoes })
    let undos = Dictionary(
      groups.lazy.filter { $0[0].undoes != nil }.flatMap { group in
        group.lazy.filter { targets.contains($0.identity) }.map { ($0.identity, group[0].undoes) }
      }, uniquingKeysWith: { first, _ in first })
    let undone = undoneChanges
    let own = memory.state.device
    var names: [CardID: String] = [:]
    var isThere: [CardID: Bool] = [:]
    return groups.map { group in
      let wasThereBefore = isThere
      var actions: [CardID: LoggedChange.Action] = [:]
      var order: [CardID] = []
      for revision in group.flatMap(\.revisions) {
        let id = joined.id(of: revision.card)
        if actions[id] == nil { order.append(id) }
        actions[id] = revision.action(
          after: actions[id], wasThere: isThere[revision.card],
          wasThereBefore: wasThereBefore[revision.card], isUndo: group[0].undoes != nil)
        if revision.kind == .remove {
          isThere[revision.card] = false
        } else if revision.isReviving {
          isThere[revision.card] = true
        }
      }
      return LoggedChange(
        made: group[0].wall, device: group[0].device,
        deviceName: group[0].deviceName, isOwn: group[0].device == own,
        cards: order.map { id in
          let name = names[id] ?? lastName(of: id)
          names[id] = name
          return LoggedChange.Affected(id: id, name: name, action: actions[id] ?? .edited([]))
        },
        isUndone: group.allSatisfy { segment in
          segment.revisions.allSatisfy {
            undone.undoes(segment.identity, of: joined.members(of: joined.id(of: $0.card)))
          }
        }, identity: group[0].identity, reverted: group[0].undoes,
        redone: group[0].undoes.flatMap { undos[$0] } ?? nil)
    }
  }

  /// A card's name, or the last one that it had.
  ///
  /// Merging all fields of a removed card would take most of the time of a log in which many were removed.
  private func lastName(of id: CardID) -> String {
    if let card = entries[id]?.card { return card.name }
    var last: (isDecided: Bool, clock: HybridClock, bytes: [UInt8])?
    for revision in revisions(of: joined.members(of: id)) {
      for change in revision.changes where change.operation == .set {
        let isDecided = CardField(change.field, change.mergeClass) == .name
        guard isDecided || CardField(suggestedBy: change.field, change.mergeClass) == .name,
          last.map({ ($0.isDecided ? 1 : 0, $0.clock) < (isDecided ? 1 : 0, revision.clock) })
            ?? true
        else { continue }
        last = (isDecided, revision.clock, change.value)
      }
    }
    return FieldValues.text(last?.bytes)
  }

  /// The change with this id, or the first digits of it, at least as many as are shown; `nil` if none or several have it.
  ///
  /// The ids of a change's further segments are its own, too: the first one may arrive late.
  public func change(_ digits: String) -> LoggedChange? {
    let found = history.commands.filter { group in
      group.contains { $0.identity.begins(with: digits) }
    }
    return found.count == 1 ? changeLog.first { $0.identity == found[0][0].identity } : nil
  }
}

extension ContentHash {
  /// How many digits of a change's id tell one person's changes apart.
  package static let shownDigitCount = 8

  /// Whether digits that a person typed name a change with this identity.
  package func begins(with digits: String) -> Bool {
    digits.utf8.count >= Self.shownDigitCount && description.hasPrefix(digits.lowercased())
  }
}

extension SegmentRevision {
  /// What it does to its card, with what the same command did to that before.
  ///
  /// `wasThere` is about the moment before it, `wasThereBefore` about the one before the command; `nil` for a new card.
  fileprivate func action(
    after earlier: LoggedChange.Action?, wasThere: Bool?, wasThereBefore: Bool?, isUndo: Bool
  ) -> LoggedChange.Action {
    if kind == .remove { return .removed }
    if let join = changes.first(where: \.isJoin) {
      return join.operation == .remove ? .separated : .joined
    }
    switch (earlier, wasThere) {
    case (.added, _), (nil, nil): return .added
    case (.broughtBack(let fields), _): return .broughtBack(fields + more(than: fields))
    case (.removed, _) where wasThereBefore == true:
      return .edited(more(than: [CardField.added.word]))
    case (.removed, _), (nil, false): return .broughtBack(more(than: [CardField.added.word]))
    case (.joined, _): return .joined
    case (.separated, _): return .separated
    case (.edited(let fields), _): return .edited(fields + more(than: fields))
    case (.toppedUp, _), (.spent, _):
      return amountAction == earlier
        ? earlier ?? .edited(words)
        : .edited([CardField.balance.word] + words.filter { $0 != CardField.balance.word })
    case (nil, true): return isUndo ? .edited(words) : amountAction ?? .edited(words)
    }
  }

  /// Whether it only adds to the balance or spends from it; `nil` for anything else.
  private var amountAction: LoggedChange.Action? {
    let amounts = changes.filter { $0.field == CardField.balance.rawValue && $0.operation == .add }
    guard amounts.count == 1, let first = amounts[0].value.first,
      changes.count == 1 || changes.allSatisfy({ $0 == amounts[0] || $0.mergeClass == .max })
    else { return nil }
    // A big-endian number with a sign (`Format.md`, section 6).
    return first < 0x80 ? .toppedUp : .spent
  }

  /// Whether it brings a removed card back: an edit that only raises maxima does not.
  fileprivate var isReviving: Bool {
    kind == .edit && (changes.isEmpty || changes.contains { $0.mergeClass != .max })
  }

  /// The JSON names of the fields that it changes, but for these.
  private func more(than fields: [String]) -> [String] { words.filter { !fields.contains($0) } }

  /// The JSON names of the fields that it changes.
  private var words: [String] {
    var words: [String] = []
    for change in changes {
      if !words.contains(change.word) { words.append(change.word) }
    }
    return words
  }
}

extension FieldChange {
  /// The JSON name of the field; `field 99` if this program does not know it.
  fileprivate var word: String { CardField(field, mergeClass)?.word ?? "field \(field)" }
}

extension Segment {
  /// An order of all segments, the same on every device: by clock, then by writer.
  static func isEarlier(_ left: Segment, _ right: Segment) -> Bool {
    (left.clock, left.device, left.sequence) < (right.clock, right.device, right.sequence)
  }
}

extension History {
  /// The segments by command, each in the order of its segments, all in the order of their first ones.
  var commands: [[Segment]] {
    var groups: [[Segment]] = []
    var indices: [WrittenCommand: Int] = [:]
    for segment in segments.sorted(by: Segment.isEarlier) {
      if let command = WrittenCommand(segment) {
        if let index = indices[command] {
          groups[index].append(segment)
          continue
        }
        indices[command] = groups.count
      }
      groups.append([segment])
    }
    return groups
  }

  /// The identities of all segments of the command that wrote one.
  func command(of identity: ContentHash) -> [ContentHash] {
    guard let segment = segments.first(where: { $0.identity == identity }),
      let command = WrittenCommand(segment)
    else { return [identity] }
    return segments.filter { WrittenCommand($0) == command }.map(\.identity)
  }
}

/// A command of one device.
private struct WrittenCommand: Hashable {
  let device: UInt64
  let command: CommandID

  init?(_ segment: Segment) {
    guard let command = segment.command else { return nil }
    self.command = command
    device = segment.device
  }
}
