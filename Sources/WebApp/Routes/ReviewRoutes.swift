internal import Cards
internal import VaultStore
internal import Wallet

/// Reviews drafts one by one; each decision is saved at once.
struct ReviewRoutes: Sendable {
  private let cards: CardRoutes
  private let crops: CropStore

  init(holder: VaultHolder, crops: CropStore) {
    cards = CardRoutes(holder: holder)
    self.crops = crops
  }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("draft", show)
    calls.get("crop", crop)
    calls.save("review", take)
  }

  private struct Asking: Decodable { var id: String? }

  private struct Shown: Encodable, Sendable { let draft: DraftAnswer? }

  /// `draft`: one draft, or the first one, with everything needed for a decision.
  func show(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let id = try call.json(Asking.self).id.map(CardRoutes.id)
    return .json(Shown(draft: try await answer(about: review(at: id, in: vault), in: vault)))
  }

  /// A review of all drafts that shows one of them, or the first.
  private func review(at id: CardID?, in vault: Vault) async -> DraftReview {
    let all = await vault.cards
    var queue = ReviewQueue(drafts: all.filter(\.isDraft))
    if let id { queue.move(to: id) }
    return DraftReview(queue, of: all)
  }

  /// What a page shows of a review; `nil` at its end.
  private func answer(about review: DraftReview, in vault: Vault) async throws -> DraftAnswer? {
    guard let card = review.card else { return nil }
    let position = DraftPosition(
      position: review.queue.position + 1, count: review.queue.ids.count,
      siblings: review.siblings.count, doubts: card.doubtWords.map { [$0] } ?? [],
      suggestedTags: review.suggestedTags, actions: review.keys.map { $0.commands[0] },
      hasCrop: crops[card.id] != nil || card.frontPhoto != nil,
      mark: crops.mark(of: card.id))
    let moment = await CardMoment(of: vault, on: try .today())
    let version = await vault.version(of: card.id)
    return DraftAnswer(CardAnswer(card, moment, version: version), beside: position)
  }

  /// `crop`: the photo that a draft was read from, while it is in memory, or the one that is kept with it.
  func crop(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.card(call.json(CardRoutes.Named.self).id, in: vault)
    if let bytes = crops[card.id] { return .file(bytes, type: "image/jpeg") }
    guard let photo = card.frontPhoto, let file = try await vault.file(of: photo)
    else { throw WebError.gone("the photo is not in memory any more") }
    return .file(file.bytes, type: file.mediaType)
  }

  private struct Taking: Decodable {
    let id: String
    var version: Int?
    let action: String
    var fields: CardFields?
    /// With `all`: the drafts that a person saw in a list, by id.
    var drafts: [String: ListedDraft]?
  }

  private struct ListedDraft: Decodable {
    let version: Int
    /// What the person typed over its name.
    var name: String?
  }

  private struct Taken: Encodable, Sendable {
    let words: String
    let isChange: Bool
    let draft: DraftAnswer?
  }

  /// `review`: takes an action on a draft, with what was typed for it, and shows the draft that comes next.
  func take(_ call: Call) async throws -> Answer {
    let request = try call.json(Taking.self)
    let vault = try await cards.holder.vault()
    let action = try await Self.action(of: request, in: vault)
    let id = try CardRoutes.id(request.id)
    var review = await review(at: id, in: vault)
    _ = try await cards.card(request.id, seenAs: request.version, in: vault)
    guard let card = review.card, card.id == id else {
      throw WebError.gone("this draft is gone: it was accepted or removed")
    }
    let fields = request.fields ?? CardFields()
    review.fill(try await vault.typing(fields, on: card, today: .today()))
    await vault.beginCommand()
    let effects = try await review.take(action, in: vault)
    for effect in effects { forgetCrops(after: effect) }
    let next = await self.review(at: review.queue.current, in: vault)
    return .json(
      Taken(
        words: effects.words, isChange: effects.contains(where: \.isChange),
        draft: try await answer(about: next, in: vault)))
  }

  /// The action that a request asks for: drafts are accepted all at once only under names that a person saw.
  private static func action(of request: Taking, in vault: Vault) async throws -> ReviewAction {
    guard let action = ReviewKey.action(of: request.action),
      (action == .acceptSure) == (request.drafts != nil)
    else { throw DecodingError.malformed("there is no such action in a review") }
    guard let drafts = request.drafts else { return action }
    var names: [CardID: String] = [:]
    for (text, draft) in drafts {
      let id = try CardRoutes.id(text)
      guard let card = try await vault.card(id, seenAs: draft.version) else {
        throw CardRoutes.gone
      }
      names[id] = try FieldRefusal.naming(text) { try CardText.name(draft.name ?? card.name) }
    }
    return .acceptNamed(names)
  }

  /// Drops photos that nobody compares any more.
  private func forgetCrops(after effect: ReviewEffect) {
    switch effect {
    case .save(let cards): crops.drop(cards.filter { !$0.isDraft }.map(\.id))
    case .join(let card, let others):
      crops.drop(others.map(\.id))
      crops.unmark(card.id)
    case .remove(let id): crops.drop([id])
    case .check, .putBack, .open, .say, .askForCode, .quit: break
    }
  }
}
