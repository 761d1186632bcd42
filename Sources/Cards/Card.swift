/// A loyalty, membership, gift or library card as its holder sees it.
///
/// For a new field, `CardField` in VaultFormat lists what else to change.
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
  public package(set) var id: CardID
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

  /// A new card under another id with the same fields, but without photos and the times that a vault sets.
  package func with(id: CardID) -> Card {
    var card = self
    card.id = id
    card.photos = []
    (card.added, card.changed) = (nil, nil)
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

  /// Whether it can be used on the local day `today` and expires by the day `last`; or is a draft that does.
  package func expires(from today: CalendarDate, through last: CalendarDate) -> Bool {
    guard let expires, state(on: today) == .active || isDraft else { return false }
    return (today...max(today, last)).contains(expires)
  }
}

extension Card {
  /// This card after another one was joined into it: its own values come first, empty fields are filled from
  /// the other card, and it has the codes, tags and photos of both; of tags that `Folding` considers equal, its own.
  ///
  /// Balances are never added up: if both cards have one, its own is kept.
  public func joined(with other: Card) -> Card {
    var card = self
    func fill<Value: Equatable>(_ field: WritableKeyPath<Card, Value>, where isEmpty: Value) {
      if card[keyPath: field] == isEmpty { card[keyPath: field] = other[keyPath: field] }
    }
    fill(\.name, where: "")
    var known = Set(codes.map(\.canonicalBytes))
    card.codes += other.codes.filter { known.insert($0.canonicalBytes).inserted }
    // A partly read code adds nothing to a whole code that it agrees with.
    let whole = card.codes.filter { !$0.isPartial }
    card.codes.removeAll { code in code.isPartial && whole.contains { $0.agrees(with: code) } }
    fill(\.printedNumber, where: "")
    fill(\.holder, where: "")
    fill(\.pin, where: "")
    fill(\.webAddress, where: "")
    card.tags = Set(tags).union(Folding.distinct(tags + other.tags)).sorted()
    fill(\.note, where: "")
    fill(\.validFrom, where: nil)
    fill(\.expires, where: nil)
    card.usedAt = [usedAt, other.usedAt].compactMap(\.self).min()
    fill(\.balance, where: nil)
    fill(\.isFavourite, where: false)
    fill(\.colour, where: nil)
    // The default kind, unless someone chose it.
    fill(\.kind, where: .loyalty)
    // It is enough that a person has checked either.
    if other.review.rawValue > review.rawValue { card.review = other.review }
    fill(\.origin, where: "")
    card.photos = Set(photos + other.photos).sorted()
    card.added = [added, other.added].compactMap(\.self).min()
    card.lastUsed = [lastUsed, other.lastUsed].compactMap(\.self).max()
    return card
  }
}

extension Card {
  /// This card with one change undone; fields changed again since are kept.
  ///
  /// - Returns: the card as it should be.
  package func reverting(_ after: Card, to before: Card) -> Card {
    var card = self
    func revert<Value: Equatable>(_ field: WritableKeyPath<Card, Value>) {
      if card[keyPath: field] == after[keyPath: field] {
        card[keyPath: field] = before[keyPath: field]
      }
    }
    func revertSet<Element: Hashable>(_ field: WritableKeyPath<Card, [Element]>) {
      let (old, new) = (before[keyPath: field], after[keyPath: field])
      let isAdded = { !old.contains($0) && new.contains($0) }
      var elements = card[keyPath: field].filter { !isAdded($0) }
      // Where it was: the first code is the one that is shown.
      for (index, gone) in old.enumerated() where !new.contains(gone) && !elements.contains(gone) {
        elements.insert(gone, at: min(index, elements.count))
      }
      card[keyPath: field] = elements
    }
    revert(\.name)
    revertSet(\.codes)
    revert(\.printedNumber)
    revert(\.holder)
    revert(\.pin)
    revert(\.webAddress)
    revertSet(\.tags)
    card.tags.sort()
    revert(\.note)
    revert(\.validFrom)
    revert(\.expires)
    revert(\.isOneTime)
    revert(\.usedAt)
    revert(\.balance)
    revert(\.isFavourite)
    revert(\.isArchived)
    revert(\.colour)
    revert(\.kind)
    revert(\.review)
    revert(\.origin)
    revert(\.lastUsed)
    revertSet(\.photos)
    card.photos.sort()
    return card
  }
}

/// What is left on a gift card, or the points on a loyalty card.
public struct Balance: Sendable, Hashable {
  /// Thousandths of the unit, so that three-decimal currencies (ISO 4217) fit.
  public var thousandths: Int64
  /// The ISO 4217 currency code, such as `EUR`; empty for points.
  public var currency: String

  /// Makes a balance.
  public init(thousandths: Int64, currency: String) {
    self.thousandths = thousandths
    self.currency = currency
  }

  /// Whether a text has the form of an ISO 4217 code: three capitals from A to Z.
  package static func isCurrency(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
}

/// What a card is for.
public enum CardKind: UInt8, CaseIterable, Sendable, Hashable {
  case loyalty = 1
  case membership = 2
  case gift = 3
  case coupon = 4
  case ticket = 5
  case library = 6
  case book = 7
  case other = 8

  /// Its name on the command line and in JSON.
  public var name: String { "\(self)" }

  /// Finds a kind by its name; `nil` if there is none.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name.lowercased() }) else {
      return nil
    }
    self = kind
  }
}

/// Limits of a card's texts that no real card reaches, and that keep lists readable and vaults small.
package enum CardLimits {
  /// The most characters of a name.
  package static let name = 200
  /// The most characters of a tag.
  package static let tag = 64
  /// The most tags.
  package static let tagCount = 32
  /// The most characters of a note or a printed number.
  package static let note = 10_000
  /// The most characters of a holder's name.
  package static let holder = 200
  /// The most characters of a PIN.
  package static let pin = 64
}

/// A photo of a card, by the name of its file in the vault.
public struct CardPhoto: Sendable, Hashable {
  /// What a photo shows.
  public enum Side: UInt32, Sendable, Hashable, CaseIterable {
    case front = 1
    case back = 2
    /// Anything else that came with the card.
    case other = 3

    /// Its name in text and JSON.
    public var name: String {
      switch self {
      case .front: "front"
      case .back: "back"
      case .other: "other"
      }
    }
  }

  /// The hash of the photo's first file, 32 bytes: `Format.md`, section 7.
  public let identity: [UInt8]
  /// What it shows.
  public let side: Side

  /// Makes a reference to a photo.
  public init(identity: [UInt8], side: Side) {
    self.identity = identity
    self.side = side
  }
}

extension CardPhoto: Comparable {
  /// The front comes first.
  public static func < (left: CardPhoto, right: CardPhoto) -> Bool {
    if left.side != right.side { return left.side.rawValue < right.side.rawValue }
    return left.identity.lexicographicallyPrecedes(right.identity)
  }
}
