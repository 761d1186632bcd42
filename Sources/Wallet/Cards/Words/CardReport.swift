package import Cards
internal import FoundationEssentials
internal import VaultStore
internal import WalletFiles

/// A card, for scripts: `list` leaves out the numbers, `show` includes everything.
package struct CardReport: Encodable, Sendable {
  /// A card's balance: money, or points if there is no currency.
  package struct Amount: Encodable, Sendable {
    /// Exact also where a binary number is not: beyond 2^53 thousandths (IEEE 754, binary64).
    let amount: Decimal
    let currency: String?

    init(_ balance: Balance) {
      guard let exact = Decimal(string: DecimalAmount.text(balance.thousandths)) else {
        preconditionFailure("digits with at most one point are a number")
      }
      amount = exact
      currency = balance.currency.isEmpty ? nil : balance.currency
    }
  }

  // In lists.
  let id: String
  let name: String
  let tags: [String]
  let symbologies: [String]
  let expires: String?
  let oneTime: Bool
  var state: String
  let favourite: Bool
  let added: String?
  var lastUsed: String?
  let conflicts: Int
  /// Whether its code was hard to read and must be compared with the card.
  let doubtful: Bool
  /// The ids of other cards with the same code; absent where there are none.
  let duplicateOf: [String]?

  // In full only.
  var codes: [CodeReport]?
  var note: String?
  var number: String?
  var holder: String?
  /// Whether there is a PIN; the PIN itself is shown only on request.
  var hasPIN: Bool?
  var webAddress: String?
  var balance: Amount?
  var validFrom: String?
  var usedAt: String?
  var kind: String?
  var colour: String?
  var origin: String?
  var changed: String?
  /// What its photos show: `front`, `back`, `other`.
  var photos: [String]?
  /// The PIN, only where it was asked for.
  package var pin: String?

  // In an export only.
  /// Whether it is archived, which the state of a draft does not show; absent if not.
  private(set) var archived: Bool?
  /// The photos themselves, as far as they are in the file.
  private(set) var photoFiles: [PhotoReport]?

  /// Reports what scripts may see of a card; the numbers and all other fields only if `isFull`.
  package init(
    _ card: Card, today: CalendarDate, conflicts: Int, duplicates: [CardID] = [], isFull: Bool
  ) {
    id = card.id.description
    name = card.name
    tags = card.tags
    symbologies = card.codes.map(\.symbology.name)
    expires = card.expires?.description
    oneTime = card.isOneTime
    state = card.state(on: today).rawValue
    favourite = card.isFavourite
    added = card.added?.description
    lastUsed = card.lastUsed?.description
    self.conflicts = conflicts
    doubtful = card.review == .doubtfulDraft
    duplicateOf = duplicates.isEmpty ? nil : duplicates.map(\.description)
    guard isFull else { return }
    codes = card.codes.map { CodeReport($0, today: today) }
    note = card.note.isEmpty ? nil : card.note
    number = card.printedNumber.isEmpty ? nil : card.printedNumber
    holder = card.holder.isEmpty ? nil : card.holder
    hasPIN = card.pin.isEmpty ? nil : true
    webAddress = card.webAddress.isEmpty ? nil : card.webAddress
    balance = card.balance.map(Amount.init)
    validFrom = card.validFrom?.description
    usedAt = card.usedAt?.description
    kind = card.kind.name
    colour = card.colour.map(ColourText.text)
    origin = card.origin.isEmpty ? nil : card.origin
    changed = card.changed?.description
    photos = card.photos.isEmpty ? nil : card.photos.map(\.side.name)
  }

  /// Reports every field of a card that another vault can store, with moments to the millisecond.
  init(
    exporting card: Card, today: CalendarDate, conflicts: Int, duplicates: [CardID],
    photos: [PhotoReport]
  ) {
    self.init(card, today: today, conflicts: conflicts, duplicates: duplicates, isFull: true)
    lastUsed = card.lastUsed?.exactDescription
    usedAt = card.usedAt?.exactDescription
    pin = card.pin.isEmpty ? nil : card.pin
    archived = card.isArchived ? true : nil
    photoFiles = photos.isEmpty ? nil : photos
  }

  /// Creates a report of a removed card that can be brought back, as in lists.
  package init(removed card: Card, today: CalendarDate) {
    self.init(card, today: today, conflicts: 0, isFull: false)
    state = "removed"
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
