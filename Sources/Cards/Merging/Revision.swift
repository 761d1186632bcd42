/// One device's change to one card, never altered once written.
public struct Revision: Sendable, Hashable {
  /// What happened to the card.
  public enum Kind: UInt8, Sendable, Hashable {
    /// Fields were changed, or the card was brought back.
    case edit = 1
    /// The card was removed; this tombstone is kept forever.
    case remove = 2
  }

  /// The card.
  public let card: CardID
  /// Which write this is; a device writes at most one revision of a card under one dot.
  public let dot: Dot
  /// What the writer had seen.
  public let seen: VersionVector
  /// The writer's clock, after everything it had seen.
  public let clock: HybridClock
  /// The writer's wall clock, only shown to people.
  public let wall: Timestamp
  /// What happened.
  public let kind: Kind
  /// The fields that changed; a removal has some only where it undoes what brought the card back.
  public let changes: [FieldChange]

  /// Makes a revision.
  public init(
    card: CardID, dot: Dot, seen: VersionVector, clock: HybridClock, wall: Timestamp, kind: Kind,
    changes: [FieldChange]
  ) {
    self.card = card
    self.dot = dot
    self.seen = seen
    self.clock = clock
    self.wall = wall
    self.kind = kind
    self.changes = changes
  }

  /// Whether this revives a card whose removal it had not seen: an edit that does more than raise maxima
  /// (merely showing a removed card does not revive it).
  var isReviving: Bool {
    kind == .edit && (changes.isEmpty || changes.contains { $0.mergeClass != .max })
  }

  /// A total order over revisions: by clock, then dot, then content (which can differ under one dot if a device
  /// was cloned, or if one write changed two cards that were joined later), then card.
  static func precedes(_ left: Revision, _ right: Revision) -> Bool {
    if left.clock != right.clock { return left.clock < right.clock }
    if left.dot != right.dot { return left.dot < right.dot }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.changes != right.changes {
      return left.changes.lexicographicallyPrecedes(right.changes, by: FieldChange.precedes)
    }
    return left.card < right.card
  }
}

extension FieldChange {
  static func precedes(_ left: FieldChange, _ right: FieldChange) -> Bool {
    let (leftHead, rightHead) = (left.head, right.head)
    if leftHead != rightHead { return leftHead < rightHead }
    return left.value.lexicographicallyPrecedes(right.value)
  }

  private var head: (UInt32, UInt8, UInt8) { (field, mergeClass.rawValue, operation.rawValue) }
}

/// Identifies one write: which device made it, and which of that device's writes it is.
public struct Dot: Sendable, Hashable, Comparable {
  /// The device's random id; one for each machine and vault folder.
  public let device: UInt64
  /// Counts up from 1 on that device; numbers may be skipped but are never reused.
  public let sequence: UInt64

  /// Makes a dot.
  public init(device: UInt64, sequence: UInt64) {
    self.device = device
    self.sequence = sequence
  }

  /// Orders by device, then by sequence; this only breaks ties, and has nothing to do with time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.device, left.sequence) < (right.device, right.sequence)
  }
}

/// A hybrid logical clock: never runs backwards along cause and effect, and follows the wall clock where it can
/// (Kulkarni et al., "Logical Physical Clocks", 2014).
///
/// Layout: milliseconds since 1970 in the upper 48 bits, a counter in the lower 16. There is no cap: one device
/// whose clock is a year ahead pulls the others along, and the order degrades to Lamport's; a cap would break
/// the order of cause and effect instead (simulated).
public struct HybridClock: Sendable, Hashable, Comparable {
  /// The reading.
  public let value: UInt64

  /// Makes a clock that shows `value`.
  public init(_ value: UInt64) {
    self.value = value
  }

  /// The reading for a new write: after this one, and no earlier than `now`.
  public func next(at now: Timestamp) -> HybridClock {
    let after = value == .max ? value : value + 1
    // 48 bits of milliseconds last until the year 10889; a later wall clock is clamped to that.
    let wall = UInt64(clamping: now.milliseconds).clamped(to: (1 << 48) - 1) << 16
    return HybridClock(max(after, wall))
  }

  /// Orders by reading.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension UInt64 {
  fileprivate func clamped(to limit: UInt64) -> UInt64 { Swift.min(self, limit) }
}

/// How concurrent changes to one field become one value.
public enum MergeClass: UInt8, Sendable, Hashable, CaseIterable {
  /// The change with the highest clock is shown; other concurrent changes stay visible as a conflict.
  case register = 1
  /// An observed-remove set: a removal removes the additions that its writer had seen.
  case set = 2
  /// A base plus everything added to it since, so that if two devices each spend 10 of 50, 30 remains.
  case counter = 3
  /// The greatest value in byte order; never a conflict, never revives a card.
  case max = 4
  /// The least value in byte order; never a conflict.
  case min = 5
}

/// A change to one field of a card, in a form that merges without knowing what the field means.
public struct FieldChange: Sendable, Hashable {
  /// What is done with the value.
  public enum Operation: UInt8, Sendable, Hashable {
    /// Gives a register, maximum or minimum a value, or a counter a new base.
    case set = 1
    /// Adds an element to a set, or an amount to a counter.
    case add = 2
    /// Removes an element from a set, or clears a field of another class.
    case remove = 3
  }

  /// The field's number; its meaning never changes.
  public let field: UInt32
  /// How it merges.
  public let mergeClass: MergeClass
  /// What is done.
  public let operation: Operation
  /// The value, which is mostly opaque to the merge.
  ///
  /// Maxima and minima compare by bytes; a counter is a signed 64-bit big-endian amount, followed in a base by
  /// any bytes that identify its unit.
  public let value: [UInt8]

  /// Makes a change.
  public init(field: UInt32, mergeClass: MergeClass, operation: Operation, value: [UInt8]) {
    self.field = field
    self.mergeClass = mergeClass
    self.operation = operation
    self.value = value
  }
}
