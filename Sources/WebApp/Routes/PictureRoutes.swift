internal import Cards
internal import Drawing
internal import FoundationEssentials
internal import ReaderLink
internal import Wallet

/// Cards to take along: pictures for a phone, and wallet cards to print.
struct PictureRoutes: Sendable {
  private let cards: CardRoutes
  /// Each is a process; the cards of a document are drawn here first, in the same turn.
  private let turns = Turns(
    atOnce: 2, maxWaiting: 4,
    orElse: Failure(
      "nothing was drawn", because: "other pictures are being drawn", try: "try again in a moment",
      status: .inUse))

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("picture", picture)
    calls.post("wallet-cards", walletCards)
  }

  private struct Query: Decodable {
    let id: String
    var code: Int?
  }

  private struct Printing: Decodable { let ids: [String] }

  struct Printed: Encodable, Sendable {
    let leftOut: [String]
    let pdf: String
    let words: String
  }

  /// `picture`: a PNG of one code of a card, or of its number.
  func picture(_ call: Call) async throws -> Answer {
    let query = try call.json(Query.self)
    let card = try await cards.card(query.id, in: cards.holder.vault())
    let drawings = CardDrawings(
      of: [card], codeNumber: query.code ?? 1, today: try .today(), draw: PhonePicture.init)
    guard let drawn = drawings.drawn.first else { throw Self.failure(drawings.leftOut) }
    let renderer = try Self.renderer()
    let png = try await turns.run {
      try await renderer.render(Array(drawn.picture.svg.utf8), as: .png)
    }
    return .file(png, type: "image/png")
  }

  /// `wallet-cards`: a PDF of A4 pages with the cards.
  func walletCards(_ call: Call) async throws -> Answer {
    let ids = try call.json(Printing.self).ids
    let chosen = try await cards.cards(ids, in: cards.holder.vault())
    let today = try CalendarDate.today()
    let (drawings, pageCount, pdf) = try await turns.run {
      let drawings = CardDrawings(of: chosen, today: today, draw: WalletCard.init)
      guard !drawings.drawn.isEmpty else { throw Self.failure(drawings.leftOut) }
      let sheet = WalletSheet(drawings.drawn.map(\.picture))
      return (drawings, sheet.pages.count, try await Self.renderer().render(sheet))
    }
    return .json(
      Printed(
        leftOut: drawings.leftOut.map(\.words), pdf: Data(pdf).base64EncodedString(),
        words: CarryingWords.pages(
          cardCount: drawings.drawn.count, pageCount: pageCount)))
  }

  private static func renderer() throws -> PictureRenderer {
    PictureRenderer(executable: try ReaderPool.readerBesideExecutable())
  }

  private static func failure(_ leftOut: [UndrawnCode]) -> Failure {
    if leftOut.count == 1 { return leftOut[0].failure }
    return Failure(
      "nothing was drawn", because: "none of these \(leftOut.count) codes can be drawn",
      try: "open the cards, to see why", status: .nothingFound)
  }
}
