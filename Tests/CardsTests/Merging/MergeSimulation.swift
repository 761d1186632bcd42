import Cards

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
