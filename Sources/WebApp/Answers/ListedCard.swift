internal import Cards
internal import Wallet

/// A card in a list: never a number, only its visible ending.
struct ListedCard: Encodable, Sendable {
  /// A card's balance.
  struct Amount: Encodable, Sendable {
    let amount: Double
    let currency: String?
    let shown: String
  }

  let id: String
  let name: String
  let tags: [String]
  let symbologies: [String]
  let ending: String?
  let expires: String?
  let validFrom: String?
  let oneTime: Bool
  let state: String
  let favourite: Bool
  let doubtful: Bool
  let colour: String?
  let kind: String
  let balance: Amount?
  let expiresSoon: Bool
  let conflicts: Int
  let duplicateOf: [String]?
  let lastUsed: String?
  let added: String?

  /// What a card shows in a list.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - moment: What applies to all cards now.
  init(_ card: Card, _ moment: CardMoment) {
    id = card.id.description
    name = card.name
    tags = card.tags
    symbologies = card.codes.map(\.symbology.name)
    ending = card.maskedEnding
    expires = card.expires?.description
    validFrom = card.validFrom?.description
    oneTime = card.isOneTime
    state = card.state(on: moment.today).rawValue
    favourite = card.isFavourite
    doubtful = card.review == .doubtfulDraft
    colour = card.colour.map(ColourText.text)
    kind = card.kind.name
    balance = card.balance.map {
      Amount(
        amount: Double($0.thousandths) / 1_000, currency: $0.currency.isEmpty ? nil : $0.currency,
        shown: $0.shown)
    }
    expiresSoon = card.expires(from: moment.today, through: moment.soon)
    conflicts = moment.conflicts[card.id] ?? 0
    duplicateOf = moment.duplicates[card.id].map { $0.map(\.description) }
    lastUsed = card.lastUsed?.description
    added = card.added?.description
  }
}

/// What applies to all cards at one moment.
struct CardMoment: Sendable {
  let today: CalendarDate
  /// The last day that counts as “expires soon”.
  let soon: CalendarDate
  let conflicts: [CardID: Int]
  let duplicates: [CardID: [CardID]]
}
