internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// Shows a review to a person, and hears what they do: on full screens or line by line.
protocol ReviewSkin: ~Copyable {
  /// Shows the draft, and waits for the person; `cards` are those of the vault.
  mutating func actions(in review: DraftReview, among cards: [Card]) throws -> [ReviewAction]
  /// Tells the person what was done.
  mutating func say(_ words: String)
  /// Tells the person why an action was refused.
  mutating func refuse(_ failure: Failure, _ error: any Error)
  /// Asks for a code of a card and takes it as an action; returns what was done, and `nil` if the person keeps the old one.
  mutating func code(
    of card: Card, _ take: (ReviewAction) async throws -> String
  ) async throws -> String?
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

  /// Reviews drafts, and reports how many are left in the vault; returns whether any was accepted, discarded or joined.
  @discardableResult
  func review(_ queue: ReviewQueue) async throws -> Bool {
    await vault.beginCommand()
    let review = try await show(queue)
    let isChanged = tellResult(of: review)
    let unaccepted = review.unacceptedNames.map { "“\($0)”" }
    if !unaccepted.isEmpty { console.remark("Typed but not accepted: \(unaccepted.shown)") }
    let left = await vault.cards(where: \.isDraft).count
    if left > 0 {
      console.suggest(.run("review"), for: "\(left) \(left == 1 ? "draft" : "drafts") left")
    }
    return isChanged
  }

  /// Lets the person fill in one card, a draft or not, as part of the command that runs.
  ///
  /// - Returns: The card as it is now; `nil` if it was discarded.
  func fill(in card: Card) async throws -> Card? {
    _ = try await show(ReviewQueue(editing: card.id))
    return await vault.card(card.id)
  }

  /// Shows drafts until the person has decided on them or quits.
  private func show(_ queue: ReviewQueue) async throws -> DraftReview {
    var review = DraftReview(queue, of: await vault.cards)
    if let refused = try await go(through: &review) {
      console.complain(refused.line, try: refused.advice)
    }
    review.refresh(await vault.cards)
    return review
  }

  /// Shows the drafts; returns why the last action was refused, if the screen that would say so is gone.
  private func go(through review: inout DraftReview) async throws -> Failure? {
    if !isPlain, let screen = console.fullScreen() {
      // The screen ends with it, before anything is reported.
      var skin = FullScreenReview(screen)
      return try await go(through: &review, with: &skin)
    }
    var skin = LineReview(console)
    _ = try await go(through: &review, with: &skin)
    return nil
  }

  /// Shows the drafts; returns why the last action was refused, if no draft is left.
  private func go(
    through review: inout DraftReview, with skin: inout (some ReviewSkin & ~Copyable)
  ) async throws -> Failure? {
    var refused: Failure?
    while let card = review.card {
      refused = nil
      let actions = try skin.actions(in: review, among: await vault.cards)
      do {
        for action in actions {
          for effect in try await take(action, in: &review) {
            switch effect {
            case .quit: return nil
            case .say(let words): skin.say(words)
            case .askForCode:
              let words = try await skin.code(of: card) {
                try await take($0, in: &review).words
              }
              if let words { skin.say(words) }
            case .save, .check, .join, .remove: break
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
      }
      review.refresh(await vault.cards)
    }
    return refused
  }

  private func take(
    _ action: ReviewAction, in review: inout DraftReview
  ) async throws -> [ReviewEffect] {
    let effects = try await review.take(action, in: vault)
    if effects.contains(where: \.isChange) { Console.noteStored() }
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
