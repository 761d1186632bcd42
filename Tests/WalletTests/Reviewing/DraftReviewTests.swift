import Cards
import Testing
import VaultStore

@testable import Wallet

/// A person's decision on a draft is what the vault stores.
@Suite struct DraftReviewTests {
  private let folder: WalletFolder
  private let review: DraftReview
  private let draft = Card.sample("IMG 1", "5901234123457").with { $0.review = .draft }

  init() throws {
    folder = try WalletFolder()
    review = DraftReview(in: folder.vault)
  }

  private func stored() async throws -> Card? {
    try await folder.vault.save([draft])
    return await review.draft(draft.id)
  }

  @Test func `an accepted draft becomes a card, with the changes made to it`() async throws {
    let card = try #require(try await stored()).with { $0.name = "Gym" }
    _ = try await review.decide(.accept, on: card)
    #expect(await folder.vault.card(card.id)?.review == .accepted)
    #expect(await folder.vault.card(card.id)?.name == "Gym")
    #expect(await review.draft(card.id) == nil)
  }

  @Test func `one undo undoes a review that is one command, and nothing before it`()
    async throws
  {
    await folder.vault.beginCommand()
    let (zoo, pool) = (
      Card.sample("IMG 2", "4006381333931").with { $0.review = .draft },
      Card.sample("IMG 3", "2991044771200").with { $0.review = .draft }
    )
    try await folder.vault.save([draft, zoo, pool])
    let before = await folder.vault.cards
    let review = DraftReview(in: folder.vault, asOneCommand: true)
    await review.begin()
    _ = try await review.decide(.accept, on: draft.with { $0.name = "Gym" })
    let whole = try await review.join(zoo, with: [pool])
    _ = try await review.decide(.accept, on: whole.with { $0.name = "Zoo" })
    #expect(await folder.vault.cards.map(\.name) == ["Gym", "Zoo"])
    _ = try await folder.vault.undo()
    let after = await folder.vault.cards
    #expect(after.map(\.id) == before.map(\.id) && after.map(\.name) == before.map(\.name))
    #expect(after.allSatisfy { $0.review == .draft && $0.codes.count == 1 })
    _ = try await folder.vault.undo()
    #expect(await folder.vault.cards.isEmpty)
  }

  @Test func `a code with missing digits is completed before it is accepted`() async throws {
    let partial = Barcode(
      PartialBarcode(symbology: .ean13, pattern: "59012341234?7", position: []))
    try await folder.vault.save([
      draft.with {
        $0.codes = [partial]
        $0.review = .doubtfulDraft
      }
    ])
    let card = try #require(await review.draft(draft.id))
    await #expect(throws: WalletError.partialCode) { try await review.decide(.accept, on: card) }
    #expect(try await review.acceptSure([card.id]).isEmpty)
    await #expect(throws: WalletError.partialCode) {
      try await review.acceptSure([], with: [card])
    }
    // However it came to be accepted: it stays a draft.
    let gym = Card.sample("Gym", "4006381333931")
    try await folder.vault.save([gym])
    let joined = try await review.join(gym, with: [card])
    #expect(joined.review == .doubtfulDraft && joined.codes.count == 2)
    _ = try await folder.vault.undo()
    await #expect(throws: WalletError.self) {
      try await review.decide(.correct(partial, at: 0), on: card)
    }
    let whole = try #require(
      try await review.decide(.correct(.ean13("5901234123457"), at: 0), on: card))
    _ = try await review.decide(.accept, on: whole)
    #expect(await folder.vault.card(draft.id)?.review == .accepted)
  }

  @Test func `a kept draft stays a draft`() async throws {
    let card = try #require(try await stored()).with { $0.name = "Gym" }
    _ = try await review.decide(.keep, on: card)
    #expect(await review.draft(card.id)?.name == "Gym")
  }

  @Test func `an accepted card is passed, but stays when a person comes back to it`()
    async throws
  {
    let next = Card.sample("IMG 2", "4006381333931").with { $0.review = .draft }
    try await folder.vault.save([draft, next])
    var queue = ReviewQueue([[draft.id], [next.id]])
    let first = await review.card(shownBy: &queue)
    let gym = try #require(first).with { $0.name = "Gym" }
    _ = try await review.decide(.accept, on: gym)
    let second = await review.card(shownBy: &queue)
    #expect(second?.id == next.id)
    let isBack = queue.back()
    #expect(isBack)
    // It is shown again after what does not leave it, such as a mistyped date.
    for _ in 0..<2 {
      let card = await review.card(shownBy: &queue)
      #expect(card?.name == "Gym" && card?.review == .accepted)
    }
    queue.advance()
    let last = await review.card(shownBy: &queue)
    #expect(last?.id == next.id)
    #expect(await folder.vault.card(draft.id)?.review == .accepted)
  }

  @Test func `a draft that would never be valid is not accepted`() async throws {
    let (early, late) = (try CalendarDate.someDay, try CalendarDate.someDay.adding(days: 1))
    let card = try #require(try await stored())
      .with { ($0.validFrom, $0.expires) = (late, early) }
    let problem = WalletError.text(.neverValid(from: late, expires: early))
    await #expect(throws: problem) { try await review.decide(.accept, on: card) }
    await #expect(throws: problem) { try await review.decide(.keep, on: card) }
    await #expect(throws: problem) { try await review.acceptSure([], with: [card]) }
    #expect(await review.draft(card.id)?.expires == nil)
  }

  @Test func `a corrected code is saved, and the draft stays a draft`() async throws {
    let card = try #require(try await stored())
    let code = Barcode.ean13("4006381333931")
    let corrected = try await review.decide(.correct(code, at: 0), on: card)
    #expect(corrected?.codes == [code])
    #expect(await review.draft(card.id)?.codes == [code])
  }

  @Test func `another card's code is refused as a correction`() async throws {
    let card = try #require(try await stored())
    try await folder.vault.save([.sample("Gym", "4006381333931")])
    await #expect(throws: WalletError.codeTaken(cardName: "Gym")) {
      try await review.decide(.correct(.ean13("4006381333931"), at: 0), on: card)
    }
    #expect(await review.draft(card.id)?.codes == draft.codes)
  }

  @Test func `a discarded draft is gone`() async throws {
    let card = try #require(try await stored())
    #expect(try await review.decide(.discard, on: card) == nil)
    #expect(await folder.vault.cards.isEmpty)
  }

  @Test func `codes that were found together can become one card`() async throws {
    let other = Card.sample("IMG 1", "4006381333931").with { $0.review = .draft }
    try await folder.vault.save([draft, other])
    var queue = ReviewQueue([[draft.id, other.id]])
    #expect(await review.siblings(in: queue).map(\.id) == [other.id])
    let first = try #require(await review.draft(draft.id))
    let whole = try await review.join(first, withSiblingsIn: &queue)
    #expect(whole.id == draft.id && whole.codes.count == 2 && queue.ids == [draft.id])
    #expect(await folder.vault.cards.count == 1)
  }
}
