import Cards

/// Devices that edit, remove, join and separate a few cards independently, from a seed: clocks are off by up to ten
/// years, and others' writes arrive late, in any order, repeatedly, or are lost and come back.
struct MergeWorld {
  /// One save, with a separate list of what its writer held.
  struct Write {
    let revisions: [Revision]
    let knew: Set<Dot>

    var dot: Dot { revisions[0].dot }
  }

  static let cards: [CardID] = (1...4).compactMap { CardID([UInt8](repeating: $0, count: 16)) }
  private static let tenYears: Int64 = 10 * 365 * 86_400_000

  /// All saves, in the order in which they were made.
  private(set) var writes: [Write] = []
  /// How many changes of fields were made.
  private(set) var editCount = 0
  private var devices: [Device] = []
  private(set) var random: SeededGenerator

  private struct Device {
    let number: UInt64
    let skew: Int64
    var sequence: UInt64 = 0
    var held: Set<Int> = []
  }

  init(seed: UInt64, steps: Int) {
    random = SeededGenerator(state: seed)
    for number in 0..<Int.random(in: 2...5, using: &random) {
      let skew = Int64.random(in: -Self.tenYears...Self.tenYears, using: &random)
      devices.append(Device(number: UInt64(number + 1) << 40, skew: skew))
    }
    for step in 0..<steps {
      let device = Int.random(in: 0..<devices.count, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<5: deliver(to: device)
      case 5: lose(device)
      case 6: remove(device, step)
      case 7: join(device, step)
      case 8: part(device, step)
      default: edit(device, step)
      }
    }
    // Half of the worlds end with a removal by a device that has everything, and some with an edit by one that does
    // not know of the removal.
    guard Bool.random(using: &random), !writes.isEmpty else { return }
    devices[0].held.formUnion(writes.indices)
    remove(0, steps + 1)
    if Int.random(in: 0..<4, using: &random) == 0 { edit(1, steps) }
  }

  /// All revisions.
  var revisions: [Revision] { writes.flatMap(\.revisions) }

  private mutating func deliver(to device: Int) {
    guard !writes.isEmpty else { return }
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      devices[device].held.insert(Int.random(in: 0..<writes.count, using: &random))
    }
  }

  /// A file disappears until it is delivered again.
  private mutating func lose(_ device: Int) {
    if let gone = devices[device].held.sorted().randomElement(using: &random) {
      devices[device].held.remove(gone)
    }
  }

  private func view(_ device: Int) -> MergedCards {
    MergedCards(merging: devices[device].held.flatMap { writes[$0].revisions })
  }

  private mutating func edit(_ device: Int, _ step: Int) {
    var edits: [CardID: [FieldChange]] = [:]
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let card = Self.cards.randomElement(using: &random) ?? Self.cards[0]
      edits[card, default: []].append(change())
    }
    write(edits.mapValues { (.edit, $0) }, device, step)
  }

  /// Removes a card as the device shows it, with all cards joined into it.
  private mutating func remove(_ device: Int, _ step: Int) {
    let view = view(device)
    guard
      let card = view.cards.filter({ !$0.value.isRemoved }).keys.sorted()
        .randomElement(using: &random)
    else {
      return
    }
    let members = view.joined.members(of: card)
    write(
      Dictionary(uniqueKeysWithValues: members.map { ($0, (.remove, [])) }), device, step)
  }

  private mutating func join(_ device: Int, _ step: Int) {
    let pair = Self.cards.shuffled(using: &random).prefix(2)
    let into = FieldChange(
      field: JoinedCards.field, mergeClass: .set, operation: .add, value: pair[1].bytes)
    // The remaining card gets the chosen values, in the same save.
    write([pair[0]: (.edit, [into]), pair[1]: (.edit, [change(), change()])], device, step)
  }

  private mutating func part(_ device: Int, _ step: Int) {
    let view = view(device)
    guard let whole = view.joined.ids.min() else { return }
    let targets = view.cards[whole]?.elements(of: JoinedCards.field) ?? []
    var edits: [CardID: (Revision.Kind, [FieldChange])] = [:]
    for card in view.joined.members(of: whole) {
      edits[card] = (
        .edit,
        targets.map {
          FieldChange(
            field: JoinedCards.field, mergeClass: .set, operation: .remove, value: $0)
        }
      )
    }
    write(edits, device, step)
  }

  private mutating func write(
    _ edits: [CardID: (kind: Revision.Kind, changes: [FieldChange])], _ index: Int, _ step: Int
  ) {
    let held = devices[index].held.sorted()
    var seen = VersionVector()
    var clock = HybridClock(0)
    for index in held {
      let dot = writes[index].dot
      if let span = VersionVector.Span(
        device: dot.device, first: dot.sequence, last: dot.sequence)
      {
        seen.insert(span)
      }
      clock = max(clock, writes[index].revisions[0].clock)
    }
    devices[index].sequence += .random(in: 1...3, using: &random)
    let wall = Timestamp(
      milliseconds: 1_800_000_000_000 + Int64(step) * 60_000 + devices[index].skew)
    let dot = Dot(device: devices[index].number, sequence: devices[index].sequence)
    let revisions = edits.keys.sorted().map { card in
      Revision(
        card: card, dot: dot, seen: seen, clock: clock.next(at: wall), wall: wall,
        kind: edits[card]?.kind ?? .edit, changes: edits[card]?.changes ?? [])
    }
    editCount += revisions.reduce(0) { $0 + $1.changes.count }
    devices[index].held.insert(writes.count)
    writes.append(Write(revisions: revisions, knew: Set(held.map { writes[$0].dot })))
  }

  private mutating func change() -> FieldChange {
    let mergeClass = MergeClass.allCases.randomElement(using: &random) ?? .register
    let operation: FieldChange.Operation =
      switch (mergeClass, Int.random(in: 0..<8, using: &random)) {
      case (_, 0), (.set, 1): .remove
      case (.set, _), (.counter, 1..<6): .add
      default: .set
      }
    let amount = Int64.random(in: mergeClass == .counter ? -50_000...50_000 : 0...7, using: &random)
    let value = (0..<8).map { UInt8(truncatingIfNeeded: amount >> (56 - 8 * $0)) }
    let isBare = operation == .remove && mergeClass != .set
    return FieldChange(
      field: UInt32(mergeClass.rawValue), mergeClass: mergeClass, operation: operation,
      value: isBare ? [] : value)
  }
}

/// Devices that edit one card and exchange revisions at random, from a seed.
struct MergeSimulation {
  private(set) var all: [Revision] = []
  private var held: [[Revision]]
  private var random: SeededGenerator

  init(seed: UInt64, devices: Int, steps: Int) {
    held = Array(repeating: [], count: devices)
    random = SeededGenerator(state: seed)
    for step in 0..<steps {
      let device = Int.random(in: 0..<devices, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        // A transport brings some of all files, in any order.
        for revision in all.shuffled(using: &random).prefix(step / 2)
        where !held[device].contains(revision) {
          held[device].append(revision)
        }
      } else {
        write(device)
      }
    }
  }

  private mutating func write(_ device: Int) {
    let mine = held[device]
    let name = UInt64(device + 1)
    var seen = VersionVector()
    var previous: [UInt64: UInt64] = [:]
    for revision in mine.sorted(by: { $0.dot < $1.dot }) {
      // Exactly what the device has, without claiming the gaps.
      if let span = VersionVector.Span(
        device: revision.dot.device, first: revision.dot.sequence, last: revision.dot.sequence)
      {
        seen.insert(span)
      }
      previous[revision.dot.device] = revision.dot.sequence
    }
    let wall = Timestamp(milliseconds: Int64.random(in: 0..<1_000_000_000, using: &random))
    let clock = (mine.map(\.clock).max() ?? HybridClock(0)).next(at: wall)
    let isRemoval = Int.random(in: 0..<6, using: &random) == 0
    let revision = Revision(
      card: Self.card, dot: Dot(device: name, sequence: (previous[name] ?? 0) + 1), seen: seen,
      clock: clock, wall: wall, kind: isRemoval ? .remove : .edit,
      changes: isRemoval ? [] : changes())
    held[device].append(revision)
    all.append(revision)
  }

  private mutating func changes() -> [FieldChange] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let mergeClass = MergeClass.allCases.randomElement(using: &random) ?? .register
      let operation: FieldChange.Operation =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .remove
        case 1 where mergeClass == .counter: .add
        default: mergeClass == .set ? .add : .set
        }
      let value = [UInt8](repeating: 0, count: 7) + [UInt8.random(in: 0..<8, using: &random)]
      return FieldChange(
        field: UInt32(mergeClass.rawValue), mergeClass: mergeClass, operation: operation,
        value: value)
    }
  }

  static let card: CardID = {
    var random = SeededGenerator(state: 7)
    return CardID(using: &random)
  }()
}

/// SplitMix64 (Steele, Lea, Flood, 2014): the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
