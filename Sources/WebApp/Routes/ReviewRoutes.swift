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
    calls.get("drafts", list)
    calls.get("draft", show)
    calls.get("crop", crop)
    calls.save("decide", decide)
    calls.save("accept-sure", acceptSure)
  }

  private struct List: Encodable, Sendable { let drafts: [ListedDraft] }

  /// `drafts`: all drafts, in the order of a review.
  func list(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let drafts = await vault.cards(where: \.isDraft)
    let queue = ReviewQueue(drafts: drafts)
    let groups = queue.photoGroups
    let byID = Dictionary(drafts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return .json(
      List(
        drafts: queue.ids.compactMap { id in
          byID[id].map { ListedDraft($0, photoGroup: groups[id]) }
        }))
  }

  /// `draft`: one draft, with everything needed for a decision.
  func show(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let review = DraftReview(in: vault)
    let card = try await draft(call.json(CardRoutes.Named.self).id, in: review)
    let queue = await queue(at: card.id, in: vault)
    let place = DraftAnswer.Place(
      position: queue.position + 1, count: queue.ids.count,
      siblings: await review.siblings(in: queue).count,
      doubts: card.doubtWords.map { [$0] } ?? [],
      suggestedTags: await review.suggestedTags(for: card),
      hasCrop: crops[card.id] != nil || card.photos.contains { $0.side == .front },
      mark: crops.mark(of: card.id))
    return .json(
      DraftAnswer(card: CardAnswer(card, try await cards.moment(of: vault)), place: place))
  }

  /// `crop`: the photo that a draft was read from, while it is in memory, or the one that is kept with it.
  func crop(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.card(call.json(CardRoutes.Named.self).id, in: vault)
    if let bytes = crops[card.id] { return .file(bytes, type: "image/jpeg") }
    guard let photo = card.photos.first(where: { $0.side == .front }),
      let file = try await vault.file(of: photo)
    else { throw WebError.gone("the photo is not in memory any more") }
    return .file(file.bytes, type: file.mediaType)
  }

  private struct Deciding: Decodable {
    enum Decision: String, Decodable { case accept, keep, discard, join }

    let id: String
    let decision: Decision
    var fields: CardFields?
  }

  private struct Decided: Encodable, Sendable {
    let words: String
    let next: String?
  }

  /// `decide`: carries out one decision, with the typed fields.
  func decide(_ call: Call) async throws -> Answer {
    let request = try call.json(Deciding.self)
    let vault = try await cards.holder.vault()
    let review = DraftReview(in: vault)
    let original = try await draft(request.id, in: review)
    let queue = await queue(at: original.id, in: vault)
    var next = queue.draft(after: original.id)
    let words: String
    switch request.decision {
    case .accept:
      let card = try await typing(request.fields, on: original, in: vault)
      _ = try await review.decide(.accept, on: card)
      crops.drop([card.id])
      words = "Accepted: \(card.name)"
    case .keep:
      let card = try await typing(request.fields, on: original, in: vault)
      _ = try await review.decide(.keep, on: card)
      words = "Saved: \(card.name)"
    case .discard:
      _ = try await review.decide(.discard, on: original)
      crops.drop([original.id])
      words = "Discarded: \(original.name)"
    case .join:
      let card = try await typing(request.fields, on: original, in: vault)
      let siblings = await review.siblings(in: queue)
      // Without another draft of the photo, the typed fields are still saved.
      if siblings.isEmpty { _ = try await review.decide(.keep, on: card) }
      let whole = try await review.join(card, with: siblings)
      crops.drop(siblings.map(\.id))
      crops.unmark(whole.id)
      next = whole.id
      words = "Joined: this card has \(whole.codes.count) codes now."
    }
    return .json(Decided(words: words, next: next?.description))
  }

  /// `accept-sure`: accepts all drafts whose code is sure.
  func acceptSure(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let drafts = await vault.cards(where: \.isDraft)
    let accepted = try await DraftReview(in: vault).acceptSure(ReviewQueue(drafts: drafts).ids)
    crops.drop(accepted.map(\.id))
    return .json(["count": accepted.count])
  }

  private func typing(
    _ fields: CardFields?, on card: Card, in vault: Vault
  ) async throws -> Card {
    guard let fields else { return card }
    return try await vault.typing(fields, on: card, today: .today())
  }

  /// All drafts, lined up at one of them.
  private func queue(at id: CardID, in vault: Vault) async -> ReviewQueue {
    var queue = ReviewQueue(drafts: await vault.cards(where: \.isDraft))
    queue.move(to: id)
    return queue
  }

  private func draft(_ id: String, in review: DraftReview) async throws -> Card {
    guard let card = await review.draft(try CardRoutes.id(id)) else {
      throw WebError.gone("this draft is gone: it was accepted or removed")
    }
    return card
  }
}
