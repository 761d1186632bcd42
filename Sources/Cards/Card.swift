/// A loyalty, membership, gift or library card as its holder sees it.
public struct Card: Sendable, Hashable {
  /// Whether a person has looked at what was imported.
  public enum Review: UInt8, Sendable, Hashable {
    /// Imported and not looked at yet.
    case draft = 1
    /// Imported from a doubtful reading: the code itself must be checked.
    case doubtfulDraft = 2
    /// Looked at and accepted, or typed in by hand.
    case accepted = 3
  }

  /// What can be done with a card on a given day; computed, never stored.
  public enum State: String, Sendable, Hashable, CaseIterable {
    case active, draft, archived, used, expired
  }

  /// The card's name in its vault.
  public let id: CardID
  /// What people call it.
  public var name: String
  /// Its codes, in the order they were added; none for a card without a barcode.
  public var codes: [Barcode]
  /// The number printed on it, when it differs from the code.
  public var printedNumber: String
  /// Words to find it by; a set, kept sorted.
  public var tags: [String]
  /// Anything else.
  public var note: String
  /// The first day it is valid.
  public var validFrom: CalendarDate?
  /// The last day it is valid, to the end of that local day.
  public var expires: CalendarDate?
  /// Whether it can be used only once.
  public var isOneTime: Bool
  /// When it was first used, for a one-time card.
  public var usedAt: Timestamp?
  /// What is left on it.
  public var balance: Balance?
  /// Whether it stands first in lists.
  public var isFavourite: Bool
  /// Whether it was put away.
  public var isArchived: Bool
  /// Its colour, 0xRRGGBB.
  public var colour: UInt32?
  /// What it is for.
  public var kind: CardKind
  /// Whether a person has looked at it.
  public var review: Review
  /// Where it came from, in words without a path: `photo`, `by hand`.
  public var origin: String
  /// When it came into the vault, which says so when it stores the card; `nil` until then.
  public package(set) var added: Timestamp?
  /// When the vault last stored a change of it; `nil` until then.
  public package(set) var changed: Timestamp?
  /// When it was last used.
  public var lastUsed: Timestamp?

  /// Makes a card with a name and codes; everything else is empty.
  public init(id: CardID, name: String, codes: [Barcode]) {
    self.id = id
    self.name = name
    self.codes = codes
    printedNumber = ""
    tags = []
    note = ""
    isOneTime = false
    isFavourite = false
    isArchived = false
    kind = .loyalty
    review = .accepted
    origin = ""
  }

  /// Whether it still waits for a person to look at it.
  public var isDraft: Bool { review != .accepted }

  /// What can be done with the card on the local day `today`.
  public func state(on today: CalendarDate) -> State {
    if isDraft { return .draft }
    if isArchived { return .archived }
    if isOneTime && usedAt != nil { return .used }
    if let expires, expires < today { return .expired }
    return .active
  }
}
