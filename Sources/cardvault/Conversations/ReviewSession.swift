internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// Shows a review to a person, and hears what they do: on full screens or line by line.
protocol ReviewSkin: ~Copyable {
  /// Shows the draft, and waits for the person; `cards` are those of the vault.
  mutating func actions(in review: DraftReview, among cards: [Card]) throws -> [ReviewAction]
  /// Asks whether the last draft, which was discarded, shall come back; `words` say so.
  mutating func wantsBack(_ words: String) throws -> Bool
  /// Tells the person what was done.
  mutating func say(_ words: String)
  /// Tells the person why an action was refused.
  mutating func refuse(_ failure: Failure, _ error: any Error)
  /// Asks for a code of a card and takes it as an action; returns what was done, and `nil` if the person keeps the old one.
  mutating func code(
    of card: Card, _ take: (ReviewAction) async throws -> String
  ) async throws -> String?
  /// Whether Ctrl-C ended it.
  var isInterrupted: Bool { get }
}

/// Goes through drafts with a person, one card at a time; each decision is stored at once, and one undo undoes all.
struct ReviewSession {
  private let vault: Vault
  private let console: Console
  /// Whether to ask line by line, and not on full screens.
  private let isPlain: Bool

  /// Prepares a review; `isPlain` asks line by line.
  init(vault: Vault, console: Console, isPlain: Bool = false) {
    self.vault = vault
    self.console = console
    self.isPlain = isPlain
  }

  /// Reviews drafts, perhaps after an import, and reports how many are left in the vault.
  ///
  /// Returns whether any was accepted, discarded or joined.
  @discardableResult
  func review(_ queue: ReviewQueue, after imported: ImportOutcome? = nil) async throws -> Bool {
    await vault.beginCommand()
    let (review, _, isInterrupted) = try await show(queue, photos: imported?.photos ?? [:])
    let isChanged = tellResult(of: review)
    tellTyped(in: review, kept: true, "not accepted yet, and kept")
    tellTyped(in: review, kept: false, "not kept")
    let drafts = await vault.cards(where: \.isDraft)
    let olderCount = imported == nil ? 0 : drafts.count { !queue.ids.contains($0.id) }
    if let words = Self.words(ofLeft: drafts.count - olderCount, older: olderCount) {
      console.suggest(.run("review"), for: words)
    }
    if isInterrupted {
      console.say("cardvault: stopped; what was saved is kept\n")
      throw console.ending(ScreenError.interrupted.failure)
    }
    return isChanged
  }

  /// Lets the person fill in one card, a draft or not, as part of the command that runs.
  ///
  /// - Returns: The card as it is now; `nil` if it was discarded.
  /// - Throws: Why it was not saved, if others removed it meanwhile.
  func fill(in card: Card) async throws -> Card? {
    let (review, refused, isInterrupted) = try await show(ReviewQueue(editing: card.id))
    tellTyped(in: review, kept: false, "not kept")
    if isInterrupted { throw console.ending(ScreenError.interrupted.failure) }
    if let refused { throw console.ending(refused) }
    return await vault.card(card.id)
  }

  private func tellTyped(in review: DraftReview, kept isKept: Bool, _ words: String) {
    let typed = review.typed(kept: isKept)
    if !typed.isEmpty { console.remark("Typed but \(words): \(typed.shown)") }
  }

  private static func words(ofLeft count: Int, older olderCount: Int) -> String? {
    func drafts(_ count: Int) -> String { count == 1 ? "draft" : "drafts" }
    return switch (count, olderCount) {
    case (0, 0): nil
    case (_, 0): "\(count) \(drafts(count)) left"
    case (0, _): "\(olderCount) older \(drafts(olderCount)) left"
    default: "\(count) \(drafts(count)) left, and \(olderCount) older"
    }
  }

  /// Shows drafts until the person has decided on them, quits or stops; `refused` is why the last action was refused, as
  /// the person was told.
  private func show(
    _ queue: ReviewQueue, photos: [CardID: DraftPhoto] = [:]
  ) async throws -> (review: DraftReview, refused: Failure?, isInterrupted: Bool) {
    var review = DraftReview(queue, of: await vault.cards, photos: photos)
    let (isInterrupted, isTold): (Bool, Bool)
    let refused: Failure?
    if !isPlain, let screen = console.fullScreen() {
      // The screen ends with it, before anything is reported.
      var skin = FullScreenReview(screen, glancing: PhotoGlances(vault))
      refused = try await go(through: &review, with: &skin)
      (isInterrupted, isTold) = (skin.isInterrupted, false)
    } else {
      var skin = LineReview(console)
      refused = try await go(through: &review, with: &skin)
      (isInterrupted, isTold) = (skin.isInterrupted, true)
    }
    if let refused, !isTold { console.complain(refused.line, try: refused.advice) }
    review.refresh(await vault.cards)
    return (review, refused, isInterrupted)
  }

  /// Shows the drafts; returns why the last action was refused, if no draft is left or Ctrl-C ended it.
  private func go(
    through review: inout DraftReview, with skin: inout (some ReviewSkin & ~Copyable)
  ) async throws -> Failure? {
    var refused: Failure?
    while review.card != nil || review.endsWithDiscard {
      refused = nil
      let card = review.card
      let actions: [ReviewAction] =
        card == nil
        ? [try skin.wantsBack(review.lastWords) ? .undo : .quit]
        : try skin.actions(in: review, among: await vault.cards)
      do {
        for action in actions {
          for effect in try await take(action, in: &review) {
            switch effect {
            case .quit: return nil
            case .say(let words): skin.say(words)
            case .open(let photo): skin.say(await photo.open())
            case .askForCode:
              guard let card else { break }
              let words = try await skin.code(of: card) {
                try await take($0, in: &review).words
              }
              if let words { skin.say(words) }
              if skin.isInterrupted { return nil }
            case .save, .check, .join, .remove, .putBack: break
            }
          }
        }
      } catch WalletError.vault(let error) {
        throw error
      } catch let failure as Failure where failure.status == .interrupted {
        throw failure
      } catch {
        guard let failure = Failure(explaining: error) else { throw error }
        skin.refuse(failure, error)
        refused = failure
        if skin.isInterrupted { return refused }
      }
      review.refresh(await vault.cards)
    }
    return refused
  }

  private func take(
    _ action: ReviewAction, in review: inout DraftReview
  ) async throws -> [ReviewEffect] {
    let effects = try await review.take(action, in: vault)
    if effects.contains(where: \.isChange) { console.noteStored() }
    return effects
  }

  /// Reports what became of the drafts, since the screens that showed it are gone; returns whether anything did.
  private func tellResult(of review: DraftReview) -> Bool {
    var parts: [String] = []
    if !review.accepted.isEmpty { parts.append("accepted \(review.accepted.count)") }
    if review.goneCount > 0 { parts.append("discarded or joined \(review.goneCount)") }
    guard !parts.isEmpty else { return false }
    console.remark("Reviewed: \(parts.joined(separator: ", ")).")
    console.remarkOnExpiry(of: review.accepted)
    return true
  }
}
