package import Cards
internal import FoundationEssentials
package import VaultStore
internal import WalletFiles

/// A card as JSON: lists have the ending of its number, and only the full form has numbers.
package struct CardReport: Encodable, Sendable {
  /// A card's balance: money, or points if there is no currency.
  struct Amount: Encodable, Sendable {
    /// Exact also where a binary number is not: beyond 2^53 thousandths (IEEE 754, binary64).
    let amount: Decimal
    let currency: String?
    let shown: String

    init(_ balance: Balance) {
      guard let exact = Decimal(string: DecimalAmount.text(balance.thousandths)) else {
        preconditionFailure("digits with at most one point are a number")
      }
      amount = exact
      currency = balance.currency.isEmpty ? nil : balance.currency
      shown = balance.shown
    }
  }

  // In lists.
  let id: String
  let name: String
  let tags: [String]
  let symbologies: [String]
  /// The visible ending of its number; absent if that is too short to show any of it.
  let ending: String?
  let validFrom: String?
  let expires: String?
  let expiresSoon: Bool
  let oneTime: Bool
  private(set) var state: String
  let favourite: Bool
  let kind: String
  let colour: String?
  let balance: Amount?
  let added: String?
  private(set) var lastUsed: String?
  let conflicts: Int
  /// Whether its code was hard to read and must be compared with the card.
  let doubtful: Bool
  /// The ids of other cards with the same code; absent where there are none.
  let duplicateOf: [String]?
  /// When it was removed; absent for a card that is there.
  private(set) var removed: String?

  // In full only.
  /// Its codes; a page has them with their drawings instead.
  package var codes: [CodeReport]?
  private(set) var note: String?
  private(set) var number: String?
  private(set) var holder: String?
  /// Whether there is a PIN; the PIN itself is shown only on request.
  private(set) var hasPIN: Bool?
  private(set) var webAddress: String?
  private(set) var usedAt: String?
  private(set) var origin: String?
  private(set) var changed: String?
  /// What its photos show: `front`, `back`, `other`.
  private(set) var photos: [String]?
  /// The PIN, only where it was asked for.
  package var pin: String?

  // In an export only.
  /// Whether it is archived, which the state of a draft does not show; absent if not.
  private(set) var archived: Bool?
  /// The photos themselves, as far as they are in the file.
  private(set) var photoFiles: [PhotoReport]?

  /// Reports what a list shows of a card.
  package init(_ card: Card, _ moment: CardMoment) {
    id = card.id.description
    name = card.name
    tags = card.tags
    symbologies = card.codes.map(\.symbology.name)
    ending = card.maskedEnding
    validFrom = card.validFrom?.description
    expires = card.expires?.description
    expiresSoon = card.expires(from: moment.today, through: moment.soon)
    oneTime = card.isOneTime
    state = card.state(on: moment.today).rawValue
    favourite = card.isFavourite
    kind = card.kind.name
    colour = card.colour.map(ColourText.text)
    balance = card.balance.map(Amount.init)
    added = card.added?.description
    lastUsed = card.lastUsed?.description
    conflicts = moment.conflicts[card.id] ?? 0
    doubtful = card.review == .doubtfulDraft
    duplicateOf = moment.duplicates[card.id].map { $0.map(\.description) }
  }

  /// Reports everything about a card but its PIN and its photos.
  package init(full card: Card, _ moment: CardMoment) {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    self.init(card, moment)
    codes = card.codes.map { CodeReport($0, today: moment.today) }
    note = text(card.note)
    number = text(card.printedNumber)
    holder = text(card.holder)
    hasPIN = card.pin.isEmpty ? nil : true
    webAddress = text(card.webAddress)
    usedAt = card.usedAt?.description
    origin = text(card.origin)
    changed = card.changed?.description
    photos = card.photos.isEmpty ? nil : card.photos.map(\.side.name)
  }

  /// Reports every field of a card that another vault can store, with moments to the millisecond.
  init(exporting card: Card, _ moment: CardMoment, photos: [PhotoReport]) {
    self.init(full: card, moment)
    lastUsed = card.lastUsed?.exactDescription
    usedAt = card.usedAt?.exactDescription
    pin = card.pin.isEmpty ? nil : card.pin
    archived = card.isArchived ? true : nil
    photoFiles = photos.isEmpty ? nil : photos
  }

  /// Reports a removed card that can be brought back, as in lists.
  package init(removed card: Card, _ moment: CardMoment) {
    self.init(card, moment)
    state = "removed"
    removed = moment.removals[card.id]?.description
  }
}

/// What is true of all cards at one moment.
package struct CardMoment: Sendable {
  package let today: CalendarDate
  /// The last day that counts as soon, as for a bare `cardvault`.
  let soon: CalendarDate
  let conflicts: [CardID: Int]
  let duplicates: [CardID: [CardID]]
  let removals: [CardID: Timestamp]

  /// Looks at a vault; at its removed cards only where `removed` has them.
  package init(of vault: Vault, on today: CalendarDate, removed: [Card] = []) async {
    self.today = today
    soon = today.adding(days: DaySpan.month.days)
    conflicts = await vault.conflictCounts
    duplicates = await vault.duplicateIDs
    removals = await vault.removals(of: removed)
  }
}

extension Vault {
  /// For each card that shares a code with others, the ids of those others.
  fileprivate var duplicateIDs: [CardID: [CardID]] {
    var others: [CardID: [CardID]] = [:]
    for duplicate in duplicates {
      let ids = duplicate.cards.map(\.id)
      for id in ids {
        let known = others[id] ?? []
        others[id] = known + ids.filter { $0 != id && !known.contains($0) }
      }
    }
    return others
  }
}

/// A photo of a card in an export: what it shows, the kind of picture, and its bytes in Base64.
struct PhotoReport: Encodable, Sendable {
  let data: Data
  let side: String
  let type: String

  /// Describes a photo.
  init(_ file: PhotoFile, showing side: CardPhoto.Side) {
    data = Data(file.bytes)
    self.side = side.name
    type = file.mediaType
  }
}
