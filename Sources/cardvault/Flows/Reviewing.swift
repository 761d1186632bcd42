internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

/// Goes through drafts with a person, one card at a time; each decision is stored at once, and one undo takes all back.
struct Reviewing {
  private let drafts: DraftReview
  private let console: Console
  /// Whether to ask line by line, and not on full screens.
  private let isPlain: Bool

  init(vault: Vault, console: Console, isPlain: Bool = false) {
    drafts = DraftReview(in: vault, asOneCommand: true)
    self.console = console
    self.isPlain = isPlain
  }

  /// Reviews drafts, and tells how many are left in the vault.
  func review(_ queue: ReviewQueue) async throws {
    var queue = queue
    let all = queue.ids
    await drafts.begin()
    if !isPlain, var screen = console.fullScreen() {
      try await ScreenReviewing(drafts: drafts, console: console).review(&queue, on: &screen)
    } else {
      try await LineReviewing(drafts: drafts, console: console).review(&queue)
    }
    await tellResult(of: all)
    let left = await drafts.vault.cards.count(where: \.isDraft)
    if left > 0 {
      console.remark("\(left) \(left == 1 ? "draft" : "drafts") left: cardvault review")
    }
  }
}

extension Reviewing {
  /// Tells what became of the drafts, as the screens that told it are gone.
  private func tellResult(of ids: [CardID]) async {
    var (accepted, gone) = (0, 0)
    for id in ids {
      guard let card = await drafts.vault.card(id), card.id == id else {
        gone += 1
        continue
      }
      if !card.isDraft { accepted += 1 }
    }
    var parts: [String] = []
    if accepted > 0 { parts.append("accepted \(accepted)") }
    if gone > 0 { parts.append("discarded or joined \(gone)") }
    guard !parts.isEmpty else { return }
    console.remark("Reviewed: \(parts.joined(separator: ", ")).")
  }
}

extension DraftReview {
  /// Makes one card of a draft and the others of its photo.
  func join(_ card: Card, withSiblingsIn queue: inout ReviewQueue) async throws(WalletError) -> Card
  {
    let siblings = await siblings(in: queue)
    let others = await cards(of: siblings)
    let whole = try await join(card, with: others)
    queue.remove(siblings)
    return whole
  }
}
