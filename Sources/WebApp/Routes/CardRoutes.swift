internal import Cards
internal import VaultStore
internal import Wallet

/// Lists, and cards at the till.
struct CardRoutes: Sendable {
  let holder: VaultHolder

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("cards", list)
    calls.get("card", show)
    calls.get("pin", pin)
  }

  private struct Query: Decodable {
    var words: String?
    var states: String?
    var tag: String?
    var sort: String?

    /// The words that were typed; `nil` if there are none.
    var typed: String? { words.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

    var cardStates: CardStates { states.flatMap { CardStates(rawValue: $0) } ?? .current }

    var request: ListRequest {
      ListRequest(
        states: cardStates, tags: tag.map { [$0] } ?? [], query: typed.map { [$0] } ?? [],
        order: sort.flatMap { CardOrder(rawValue: $0) })
    }
  }

  private struct Showing: Decodable {
    let id: String
    /// The list that the card was chosen from.
    var among: Query?
  }

  private struct List: Encodable, Sendable {
    let cards: [ListedCard]
    /// The id of the card that the words mean, as for `show`; absent if they name none.
    let meant: String?
    let suggestions: [String]
    /// How many cards in other states match, if none in these states does.
    let others: Int
    let tags: [StatisticsReport.Count]
    /// The removed cards that the words mean, where they mean no other; absent if none do.
    let removed: [CardReport]?
  }

  /// A request about one card, perhaps as a page showed it.
  struct Named: Decodable {
    let id: String
    var version: Int?
  }

  /// `cards`: what a list shows, searched, filtered and sorted here.
  func list(_ call: Call) async throws -> Answer {
    let query = try call.json(Query.self)
    let vault = try await holder.vault()
    let list = await query.request.run(in: vault, on: try .today())
    let meant = query.typed.flatMap { CardSearch(cards: list.cards).cards(meantBy: $0).first }
    let inStates = ListRequest(states: query.cardStates)
    let removed = await vault.removedCards
    let all = query.cardStates == .removed ? removed : await vault.cards
    let missed = list.cards.isEmpty ? query.typed : nil
    let versions = await vault.versions(of: list.cards.map(\.id))
    let fields = zip(list.cards, versions).map { ListedFields($0, version: $1) }
    return .json(
      List(
        cards: zip(list.reports, fields).map { ListedCard($0, beside: $1) },
        meant: meant?.id.description,
        suggestions: list.absence?.nearNames ?? [], others: list.absence?.otherCount ?? 0,
        tags: StatisticsReport.byTag(
          inStates.chosen(among: all, on: list.moment.today)),
        removed: try await reports(
          on: missed.map { CardSearch(cards: removed).cards(meantBy: $0) } ?? [], in: vault)))
  }

  /// Removed cards as a page shows them; `nil` for none.
  private func reports(on removed: [Card], in vault: Vault) async throws -> [CardReport]? {
    if removed.isEmpty { return nil }
    let moment = await CardMoment(of: vault, on: try .today(), removed: removed)
    return ListOutcome(removed: removed, moment).reports
  }

  /// `card`: everything about one card, drawn codes included.
  func show(_ call: Call) async throws -> Answer {
    let vault = try await holder.vault()
    let request = try call.json(Showing.self)
    let card = try await card(request.id, in: vault)
    let moment = await CardMoment(of: vault, on: try .today())
    let all = await vault.cards
    // A card that was not chosen from that list is among the cards in its own state.
    let state = card.state(on: moment.today)
    let own = CardStates.allCases.first { $0.contains(state) }
    let lists = [(request.among ?? Query()).request, ListRequest(states: own ?? .current)]
    var neighbours = CardDrawing.Neighbours()
    for list in lists {
      let cards = list.chosen(among: all, on: moment.today)
      guard let place = cards.firstIndex(where: { $0.id == card.id }) else { continue }
      if place > 0 { neighbours.previous = cards[place - 1].id.description }
      if place + 1 < cards.count { neighbours.next = cards[place + 1].id.description }
      break
    }
    let version = await vault.version(of: card.id)
    return .json(CardAnswer(card, moment, version: version, neighbours: neighbours))
  }

  /// `pin`: a card's PIN, only on a tap; apart from `conflict-value`, no other answer contains one.
  func pin(_ call: Call) async throws -> Answer {
    let vault = try await holder.vault()
    let answer = ["pin": try await card(call.json(Named.self).id, in: vault).pin]
    return .json(answer)
  }

  /// The card that a request names, as it was seen there.
  func card(_ id: String, seenAs version: Int? = nil, in vault: Vault) async throws -> Card {
    guard let card = try await vault.card(Self.id(id), seenAs: version) else { throw Self.gone }
    return card
  }

  /// Makes sure that cards are as a page showed them; those without a version may be anything.
  func check(_ ids: [String], seenAs versions: [String: Int]?, in vault: Vault) async throws {
    for id in ids {
      if let version = versions?[id] { try await vault.check(Self.id(id), seenAs: version) }
    }
  }

  /// The cards that a request names, each once: joined cards have several ids.
  func cards(_ ids: [String], in vault: Vault) async throws -> [Card] {
    guard !ids.isEmpty else { throw DecodingError.malformed("no cards") }
    var known: Set<CardID> = []
    var cards: [Card] = []
    for id in ids {
      let card = try await card(id, in: vault)
      if known.insert(card.id).inserted { cards.append(card) }
    }
    return cards
  }

  /// The card that a request names, also among the removed ones.
  func cardOrRemoved(_ text: String, in vault: Vault) async throws -> Card {
    let id = try Self.id(text)
    if let card = await vault.card(id) { return card }
    guard let removed = await vault.removedCards.first(where: { $0.id == id }) else {
      throw Self.gone
    }
    return removed
  }

  /// The id that a request names.
  static func id(_ text: String) throws -> CardID {
    guard let id = CardID(hexadecimal: text) else { throw gone }
    return id
  }

  /// Why an edit is refused that names no version.
  static let unseen = Failure(
    "nothing was changed",
    because: "the request does not say which version of the card it is about",
    try: "get the card, and send its version with the edit", status: .usage)

  /// Why there is no answer about a card.
  static var gone: WebError { .gone("this card is gone") }
}
