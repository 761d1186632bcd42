package import Cards

/// A card, for scripts: `list` leaves out the numbers, `show` includes everything.
package struct CardReport: Encodable, Sendable {
  /// A card's balance: money, or points if there is no currency.
  package struct Amount: Encodable, Sendable {
    let amount: Double
    let currency: String?
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
  let lastUsed: String?
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

  /// Takes from a card what scripts may see; the numbers and all else only when `isFull`.
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
    balance = card.balance.map {
      Amount(
        amount: Double($0.thousandths) / 1_000, currency: $0.currency.isEmpty ? nil : $0.currency)
    }
    validFrom = card.validFrom?.description
    usedAt = card.usedAt?.description
    kind = card.kind.name
    colour = card.colour.map(Self.colour)
    origin = card.origin.isEmpty ? nil : card.origin
    changed = card.changed?.description
    photos = card.photos.isEmpty ? nil : card.photos.map(\.side.name)
  }

  /// Creates a report of a removed card that can be brought back, as in lists.
  package init(removed card: Card, today: CalendarDate) {
    self.init(card, today: today, conflicts: 0, isFull: false)
    state = "removed"
  }

  /// A colour in web notation: `#12ab00`.
  package static func colour(_ rgb: UInt32) -> String {
    "#" + [rgb >> 16, rgb >> 8, rgb].map { UInt8(truncatingIfNeeded: $0) }.hexadecimal
  }
}
