import Cards

/// The rules of the merge again, as simply as possible and sharing no code with the merge: sets of dots track who
/// knew what, joined cards are found by painting them in one colour, and sums are counted one by one.
struct MergeModel {
  struct Field: Hashable {
    let values: [[UInt8]]
    let conflicts: Set<[UInt8]?>
  }

  struct Whole: Hashable {
    let members: Set<CardID>
    let isRemoved: Bool
    let fields: [UInt32: Field]
  }

  /// One change and its author.
  struct Made {
    let card: CardID
    let dot: Dot
    let knew: Set<Dot>
    let change: FieldChange
    let order: [[UInt8]]

    var isClearing: Bool { change.operation == .remove }
    var value: [UInt8]? { isClearing ? nil : change.value }
  }

  let wholes: [CardID: Whole]

  init(_ writes: [MergeWorld.Write]) {
    var made: [Made] = []
    var ids: Set<CardID> = []
    for write in writes {
      for revision in write.revisions {
        ids.insert(revision.card)
        let changes = revision.changes.map(Self.encoded)
        for (index, change) in revision.changes.enumerated() {
          let head = [
            Self.bytes(revision.clock.value), Self.bytes(revision.dot.device),
            Self.bytes(revision.dot.sequence), [revision.kind.rawValue],
          ]
          let order = head + changes + [[], revision.card.bytes, [UInt8(index)]]
          made.append(
            Made(
              card: revision.card, dot: revision.dot, knew: write.knew, change: change,
              order: order))
        }
      }
    }
    made.sort { $0.order.lexicographicallyPrecedes($1.order) { $0.lexicographicallyPrecedes($1) } }

    // Each card has its own colour; a join paints one side like the other.
    let joins = made.filter { $0.change.field == 20 && !$0.isClearing }.filter { join in
      !made.contains {
        $0.card == join.card && $0.change.field == 20 && $0.isClearing
          && $0.change.value == join.change.value && $0.knew.contains(join.dot)
      } && CardID(join.change.value) != join.card
    }
    var colours: [CardID: CardID] = [:]
    for join in joins {
      guard let into = CardID(join.change.value) else { continue }
      ids.insert(into)
      let (old, new) = (colours[join.card] ?? join.card, colours[into] ?? into)
      for id in ids.union([join.card, into]) where (colours[id] ?? id) == old {
        colours[id] = new
      }
    }
    let sources = Set(joins.map(\.card))
    var wholes: [CardID: Whole] = [:]
    for members in Dictionary(grouping: ids, by: { colours[$0] ?? $0 }).values {
      let members = Set(members)
      let id = members.subtracting(sources).min() ?? members.min()
      guard let id else { continue }
      wholes[id] = Whole(
        members: members, isRemoved: Self.isRemoved(members, writes),
        fields: Self.fields(made.filter { members.contains($0.card) }))
    }
    self.wholes = wholes
  }

  private static func isRemoved(_ members: Set<CardID>, _ writes: [MergeWorld.Write]) -> Bool {
    let removals = writes.filter { write in
      write.revisions.contains { members.contains($0.card) && $0.kind == .remove }
    }
    return writes.allSatisfy { write in
      let revives = write.revisions.contains { revision in
        members.contains(revision.card) && revision.kind == .edit
          && (revision.changes.isEmpty || revision.changes.contains { $0.field != 4 })
      }
      return !revives || removals.contains { $0.knew.contains(write.dot) }
    }
  }

  private static func fields(_ made: [Made]) -> [UInt32: Field] {
    var fields: [UInt32: Field] = [:]
    for (number, made) in Dictionary(grouping: made, by: \.change.field) {
      fields[number] =
        switch made[0].change.mergeClass {
        case .register: register(made)
        case .set: Field(values: elements(made), conflicts: [])
        case .counter: counter(made)
        case .max: Field(values: extreme(made, <), conflicts: [])
        case .min: Field(values: extreme(made, >), conflicts: [])
        }
    }
    return fields
  }

  private static func standing(_ made: [Made]) -> [Made] {
    made.filter { one in !made.contains { $0.knew.contains(one.dot) } }
  }

  private static func register(_ made: [Made]) -> Field {
    let standing = standing(made)
    let shown = standing.last?.value
    return Field(
      values: shown.map { [$0] } ?? [],
      conflicts: Set(standing.map(\.value).filter { $0 != shown }))
  }

  private static func elements(_ made: [Made]) -> [[UInt8]] {
    var elements: [[UInt8]] = []
    for one in made where !one.isClearing {
      let isGone = made.contains {
        $0.isClearing && $0.change.value == one.change.value && $0.knew.contains(one.dot)
      }
      if !isGone, !elements.contains(one.change.value) { elements.append(one.change.value) }
    }
    return elements
  }

  private static func counter(_ made: [Made]) -> Field {
    let bases = made.filter { $0.change.operation != .add }
    let base = standing(bases).last
    var total = base?.value.map(amount) ?? 0
    var isThere = base?.value != nil
    for spent in made where spent.change.operation == .add {
      if let base, base.knew.contains(spent.dot) { continue }
      total += amount(spent.change.value)
      isThere = true
    }
    return Field(
      values: isThere ? [bytes(UInt64(bitPattern: total))] : [],
      conflicts: register(bases).conflicts)
  }

  private static func extreme(_ made: [Made], _ isBelow: (Int64, Int64) -> Bool) -> [[UInt8]] {
    let left = made.filter { one in
      !one.isClearing && !made.contains { $0.isClearing && $0.knew.contains(one.dot) }
    }
    return left.map(\.change.value).max { isBelow(amount($0), amount($1)) }.map { [$0] } ?? []
  }

  private static func amount(_ value: [UInt8]) -> Int64 {
    value.reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  private static func encoded(_ change: FieldChange) -> [UInt8] {
    bytes(UInt64(change.field)) + [change.mergeClass.rawValue, change.operation.rawValue]
      + change.value
  }
}
