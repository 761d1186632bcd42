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
