package import Cards

/// A card as scripts see it: `list` leaves the numbers out, `show` puts everything in.
package struct CardReport: Encodable, Sendable {
  /// What is on a card: money, or points where there is no currency.
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

  // In full only.
  var codes: [CodeReport]?
  var note: String?
  var number: String?
  var balance: Amount?
  var validFrom: String?
  var usedAt: String?
  var kind: String?
  var colour: String?
  var origin: String?
  var changed: String?
  var doubtful: Bool?

  /// Takes from a card what scripts may see; the numbers and all else only when `isFull`.
  package init(_ card: Card, today: CalendarDate, conflicts: Int, isFull: Bool) {
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
    guard isFull else { return }
    codes = card.codes.map { CodeReport($0, today: today) }
    note = card.note.isEmpty ? nil : card.note
    number = card.printedNumber.isEmpty ? nil : card.printedNumber
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
    doubtful = card.review == .doubtfulDraft ? true : nil
  }

  /// A card that was removed and can be brought back, as lists show it.
  package init(removed card: Card, today: CalendarDate) {
    self.init(card, today: today, conflicts: 0, isFull: false)
    state = "removed"
  }

  /// A colour as it is written on the web: `#12ab00`.
  static func colour(_ rgb: UInt32) -> String {
    "#" + [rgb >> 16, rgb >> 8, rgb].map { UInt8(truncatingIfNeeded: $0) }.hexadecimal
  }
}
