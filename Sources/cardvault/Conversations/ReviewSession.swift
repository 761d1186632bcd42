internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// Goes through drafts with a person, one card at a time; each decision is stored at once, and one undo undoes all.
struct ReviewSession {
  private let drafts: DraftReview
  private let console: Console
  /// Whether to ask line by line, and not on full screens.
  private let isPlain: Bool

  /// Prepares a review; `isPlain` asks line by line.
  init(vault: Vault, console: Console, isPlain: Bool = false) {
    drafts = DraftReview(in: vault, asOneCommand: true)
    self.console = console
    self.isPlain = isPlain
  }

  /// Reviews drafts, and reports how many are left in the vault; returns whether any was accepted, discarded or joined.
  @discardableResult
  func review(_ queue: ReviewQueue) async throws -> Bool {
    var queue = queue
    let all = queue.ids
    var unaccepted: [String] = []
    await drafts.begin()
    if !isPlain, var screen = console.fullScreen() {
      var conversation = ScreenReview(drafts: drafts, console: console)
      try await conversation.review(&queue, on: &screen)
      unaccepted = await conversation.unacceptedNames(in: queue)
    } else {
      var conversation = LineReview(drafts: drafts, console: console)
      try await conversation.review(&queue)
      unaccepted = await conversation.unacceptedNames(in: queue)
    }
    unaccepted = unaccepted.map { "“\($0)”" }
    let isChanged = await tellResult(of: all)
    if !unaccepted.isEmpty { console.remark("Typed but not accepted: \(unaccepted.shown)") }
    let left = await drafts.vault.cards(where: \.isDraft).count
    if left > 0 {
      console.remark("\(left) \(left == 1 ? "draft" : "drafts") left: cardvault review")
    }
    return isChanged
  }
}

extension ReviewSession {
  /// Reports what became of the drafts, since the screens that showed it are gone; returns whether anything did.
  private func tellResult(of ids: [CardID]) async -> Bool {
    var accepted: [Card] = []
    var gone = 0
    for id in ids {
      guard let card = await drafts.vault.card(id), card.id == id else {
        gone += 1
        continue
      }
      if !card.isDraft { accepted.append(card) }
    }
    var parts: [String] = []
    if !accepted.isEmpty { parts.append("accepted \(accepted.count)") }
    if gone > 0 { parts.append("discarded or joined \(gone)") }
    guard !parts.isEmpty else { return false }
    console.remark("Reviewed: \(parts.joined(separator: ", ")).")
    console.remarkOnExpiry(of: accepted)
    return true
  }
}
