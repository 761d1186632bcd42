/// A loyalty, membership, gift or library card as its holder sees it.
public struct Card: Sendable, Hashable {
  /// Whether a person has checked what was imported.
  public enum Review: UInt8, Sendable, Hashable {
    /// Imported and not checked yet.
    case draft = 1
    /// Imported from a doubtful reading: the code itself must be checked.
    case doubtfulDraft = 2
    /// Checked and accepted, or typed in by hand.
    case accepted = 3
  }

  /// What can be done with a card on a given day; computed, never stored.
  public enum State: String, Sendable, Hashable, CaseIterable {
    case active, draft, archived, used, expired
  }

  /// The card's unique id in its vault.
  public let id: CardID
  /// What people call it.
  public var name: String
  /// Its codes, in the order they were added; none for a card without a barcode.
  public var codes: [Barcode]
  /// The number printed on it, if it differs from the code.
  public var printedNumber: String
  /// Whose name is on it.
  public var holder: String
  /// The secret number that a gift card asks for; shown only on request.
  public var pin: String
  /// Where its balance is looked up or its programme described; never fetched.
  public var webAddress: String
  /// Words to find it by; a set, kept sorted.
  public var tags: [String]
  /// Free text.
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
  /// Whether it comes first in lists.
  public var isFavourite: Bool
  /// Whether it was archived.
  public var isArchived: Bool
  /// Its colour, 0xRRGGBB.
  public var colour: UInt32?
  /// What it is for.
  public var kind: CardKind
  /// Whether a person has checked it.
  public var review: Review
  /// Where it came from, in words without a path: `photo`, `by hand`.
  public var origin: String
  /// Photos of it in the vault; a set, kept sorted.
  public var photos: [CardPhoto]
  /// When it was added to the vault, set by the vault when it stores the card; `nil` until then.
  public package(set) var added: Timestamp?
  /// When the vault last stored a change to it; `nil` until then.
  public package(set) var changed: Timestamp?
  /// When it was last used.
  public var lastUsed: Timestamp?

  /// Makes a card with a name and codes; everything else is empty.
  public init(id: CardID, name: String, codes: [Barcode]) {
    self.id = id
    self.name = name
    self.codes = codes
    printedNumber = ""
    holder = ""
    pin = ""
    webAddress = ""
    tags = []
    note = ""
    isOneTime = false
    isFavourite = false
    isArchived = false
    kind = .loyalty
    review = .accepted
    origin = ""
    photos = []
  }

  /// The same card under another id, as a card that no vault has yet, so without its photos.
  package func with(id: CardID) -> Card {
    var card = Card(id: id, name: name, codes: codes)
    card.printedNumber = printedNumber
    card.holder = holder
    card.pin = pin
    card.webAddress = webAddress
    card.tags = tags
    card.note = note
    card.validFrom = validFrom
    card.expires = expires
    card.isOneTime = isOneTime
    card.usedAt = usedAt
    card.balance = balance
    card.isFavourite = isFavourite
    card.isArchived = isArchived
    card.colour = colour
    card.kind = kind
    card.review = review
    card.origin = origin
    card.lastUsed = lastUsed
    return card
  }

  /// Whether digits of a code are missing: until a person completes it, the card stays a draft.
  public var hasPartialCode: Bool { codes.contains(where: \.isPartial) }

  /// Whether it still has to be checked by a person.
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
