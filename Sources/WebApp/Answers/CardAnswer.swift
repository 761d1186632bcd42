internal import Cards
internal import Wallet

/// Everything about one card but its PIN, with its codes drawn.
typealias CardAnswer = PageValue<CardReport, CardDrawing>

/// A card as a page lists it.
typealias ListedCard = PageValue<CardReport, ListedFields>

/// What a page needs of a card that it lists, besides what it shows.
struct ListedFields: Encodable, Sendable {
  /// What a change of several cards sends back of each.
  let version: Int
  /// Changes with the photo that is kept of its front; absent without one.
  let photo: String?

  /// Looks at a card.
  init(_ card: Card, version: Int) {
    self.version = version
    photo = card.frontPhoto.map { Array($0.identity.prefix(Self.markByteCount)).hexadecimal }
  }

  /// Enough to tell a vault's photos apart, which are named by hashes.
  private static let markByteCount = 8
}

extension Card {
  /// The first photo that is kept of its front.
  var frontPhoto: CardPhoto? { photos.first { $0.side == .front } }
}

/// What the page of a card shows in addition to the card.
struct CardDrawing: Encodable, Sendable {
  /// The cards before and after it in the list.
  struct Neighbours: Encodable, Sendable {
    var previous: String?
    var next: String?
  }

  let codes: [DrawnCode]
  /// What a change sends back, so that nothing is saved onto another state of the card.
  let version: Int
  let neighbours: Neighbours?
}

extension CardAnswer {
  /// What a page shows of a card.
  init(
    _ card: Card, _ moment: CardMoment, version: Int, neighbours: CardDrawing.Neighbours? = nil
  ) {
    var report = CardReport(full: card, moment)
    // They follow with their drawings.
    report.codes = nil
    let codes = card.codes.map { DrawnCode($0, today: moment.today) }
    self.init(
      report, beside: CardDrawing(codes: codes, version: version, neighbours: neighbours))
  }
}
