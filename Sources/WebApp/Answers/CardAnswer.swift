internal import Cards
internal import Wallet

/// Everything about one card except its PIN.
struct CardAnswer: Encodable, Sendable {
  /// The cards before and after it in the list.
  struct Neighbours: Encodable, Sendable {
    var previous: String?
    var next: String?
  }

  private struct Details: Encodable, Sendable {
    let codes: [CodeAnswer]
    let number: String?
    let holder: String?
    let hasPIN: Bool
    let webAddress: String?
    let note: String?
    let origin: String?
    let photos: [String]
    let usedAt: String?
    let neighbours: Neighbours
  }

  private let listed: ListedCard
  private let details: Details

  /// What a page shows of a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - moment: What applies to all cards now.
  ///   - neighbours: The cards beside it.
  init(_ card: Card, _ moment: CardMoment, neighbours: Neighbours = Neighbours()) {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    listed = ListedCard(card, moment)
    details = Details(
      codes: card.codes.map { CodeAnswer($0, today: moment.today) },
      number: text(card.printedNumber), holder: text(card.holder), hasPIN: !card.pin.isEmpty,
      webAddress: text(card.webAddress), note: text(card.note), origin: text(card.origin),
      photos: CardPhoto.Side.allCases.filter { side in card.photos.contains { $0.side == side } }
        .map(\.name),
      usedAt: card.usedAt?.description, neighbours: neighbours)
  }

  /// Writes both parts into one object.
  func encode(to encoder: any Encoder) throws {
    try listed.encode(to: encoder)
    try details.encode(to: encoder)
  }
}
