public import Cards
public import VaultFormat

/// A field of a card that was changed concurrently on two devices.
public struct FieldConflict: Sendable, Hashable {
  /// One of the values to choose from.
  public struct ConcurrentValue: Sendable, Hashable {
    /// The card with this value.
    public let card: Card
    /// When the value was written, by the clock of the device that wrote it.
    public let made: Timestamp
    /// The id of that device.
    public let device: UInt64
    /// Whether it was written by this machine in this vault folder.
    public let isOwn: Bool
    /// The device's name when it last saved; empty if it had none.
    public let deviceName: String
    let bytes: [UInt8]?
  }

  /// The card.
  public let card: CardID
  /// The field's JSON name; `field 99` if this program does not know it.
  public let field: String
  /// The values, the shown one first, then the latest first; at least two.
  public let sides: [ConcurrentValue]
  let value: MergedFields.Value
}

/// A code that several cards have.
public struct DuplicateCode: Sendable, Hashable {
  /// The code, as on the first of the cards.
  public let code: Barcode
  /// The cards, by name and then id; at least two.
  public let cards: [Card]
}

extension Vault {
  /// All conflicts, in the order of `cards`.
  public var conflicts: [FieldConflict] {
    cards.filter { conflictCount(of: $0.id) > 0 }.flatMap { conflicts(of: $0.id) }
  }

  /// A card's conflicts, in the format's field order.
  public func conflicts(of id: CardID) -> [FieldConflict] {
    let id = joined.id(of: id)
    guard let card = entries[id]?.card else { return [] }
    let revisions = revisions(of: joined.members(of: id))
    let names = Dictionary(
      devices.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    return MergedFields(merging: revisions).values.filter { !$0.conflicts.isEmpty }.map { value in
      let field = CardField(value.field, value.mergeClass)
      let sides = MergedFields.standingValues(of: value, in: revisions).map { standing in
        var side = card
        if let field { side.take(standing.bytes.map { [$0] } ?? [], of: field) }
        return FieldConflict.ConcurrentValue(
          card: side, made: standing.wall, device: standing.dot.device,
          isOwn: standing.dot.device == memory.state.device,
          deviceName: names[standing.dot.device] ?? "", bytes: standing.bytes)
      }
      return FieldConflict(
        card: id, field: value.word, sides: sides, value: value)
    }
  }

  /// Resolves conflicts in one segment: the chosen values are shown everywhere, and the others become history.
  ///
  /// Changes made meanwhile on another device remain conflicts.
  ///
  /// - Parameter choices: conflicts of this vault, each with one of its sides.
  /// - Throws: like `save`.
  public func decide(
    _ choices: [(conflict: FieldConflict, side: FieldConflict.ConcurrentValue)]
  ) throws(VaultError) {
    let cards = Dictionary(grouping: choices) { joined.id(of: $0.conflict.card) }
    try write(
      cards.keys.sorted().map { id in
        CardEdit(
          card: id, kind: .edit,
          changes: (cards[id] ?? []).map { .deciding($0.conflict.value, for: $0.side.bytes) })
      }, at: now())
  }

  /// The codes that several cards have, in the order of their first cards.
  ///
  /// - Complexity: linear in the number of cards.
  public var duplicates: [DuplicateCode] {
    // Usually there are none, and comparing hashes shows that.
    let ofEach = Array(entries.values).concurrentMap { entry in
      let codes = entry.card?.codes ?? []
      return (codes.first?.canonicalHash, codes.dropFirst().map(\.canonicalHash))
    }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(entries.count)
    for (first, others) in ofEach.joined() {
      if let first { hashes.append(first) }
      hashes += others
    }
    hashes.sort()
    let shared = Set(zip(hashes, hashes.dropFirst()).filter { $0 == $1 }.map(\.0))
    if shared.isEmpty { return [] }
    var indices: [[UInt8]: Int] = [:]
    var found: [(code: Barcode, cards: [Card])] = []
    for card in cards {
      for code in card.codes where shared.contains(code.canonicalHash) {
        if let index = indices[code.canonicalBytes] {
          found[index].cards.append(card)
        } else {
          indices[code.canonicalBytes] = found.count
          found.append((code, [card]))
        }
      }
    }
    return found.filter { $0.cards.count > 1 }.map { DuplicateCode(code: $0.code, cards: $0.cards) }
  }
}
