internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct ReviewCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Look at imported drafts and accept them.",
    discussion: """
      Examples:
        cardvault review
        cardvault review gym            one draft, and the others of its photo
        cardvault review --accept-sure  accept all drafts whose code is sure

      Type the name of each card and press Enter; everything else is one key, listed at the bottom of the \
      screen. Each decision is stored at once, and cardvault undo undoes the whole review.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(
    help: "One draft, and the others of its photo: words of its name, or an id.",
    completion: CardNames.ofDrafts)
  var card: String?

  @Flag(help: "Accept all drafts whose code is sure, without questions.")
  var acceptSure = false

  @Flag(help: "Ask line by line, for screen readers, instead of on full screens.")
  var plain = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let isWarned = await store.warn(console)
    try await review(in: store, console)
    if isWarned { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  private func review(in store: Vault, _ console: Console) async throws {
    let all = await store.cards(where: \.isDraft)
    let search = CardSearch(cards: all)
    let selection = CardSelection(search: search, console: console, usesScreens: !plain)
    if let card, search.cards(meantBy: card).isEmpty {
      let others = CardSearch(cards: await store.cards).cards(meantBy: card)
      if let other = others.first { throw Failure.noDraft(card, butCard: other) }
    }
    let chosen: Card?
    do {
      chosen = try card.map { try selection.card($0) }
    } catch let failure as Failure {
      throw failure.or(await store.removed(meantBy: card ?? ""))
    }
    if acceptSure { return try await accept(chosen.map { [$0] } ?? all, in: store, console) }
    guard !all.isEmpty else {
      return console.tell(ChangeReport(changed: [], words: "There are no drafts to review."))
    }
    guard console.isInteractive else {
      let first = chosen ?? all[0]
      let compared = "after comparing it with the card"
      let partialCount = first.codes.count(where: \.isPartial)
      let accepting = Advice.run(
        ["edit", .card(first)] + (partialCount > 0 ? ["--code", "-"] : [])
          + (partialCount > 1 ? [] : ["--accept"]),
        note: partialCount == 0
          ? compared
          : "\(compared); \(partialCount == 1 ? "its number is" : "one of its numbers is") read from standard input"
      )
      throw Failure.usage(
        "no draft was reviewed", because: "there is no terminal to ask on",
        try: chosen == nil && all.contains { $0.review == .draft }
          ? .run("review", "--accept-sure", note: "it accepts those that are sure").or(accepting)
          : accepting)
    }
    try await ReviewSession(vault: store, console: console, isPlain: plain)
      .review(chosen.map { ReviewQueue(at: $0, among: all) } ?? ReviewQueue(drafts: all))
  }

  private func accept(_ cards: [Card], in store: Vault, _ console: Console) async throws {
    var review = DraftReview(ReviewQueue(cards.map { [$0.id] }), of: cards)
    await store.beginCommand()
    _ = try await review.take(.acceptSure, in: store)
    let accepted = review.accepted
    if !accepted.isEmpty { console.noteStored() }
    console.tell(ChangeReport(accepted: accepted))
    if common.format.isForScripts { return }
    console.remarkOnExpiry(of: accepted)
    let left = cards.count - accepted.count
    if left > 0 {
      console.suggest(
        .run("review"), for: "\(left) \(left == 1 ? "draft" : "drafts") must be checked")
    }
  }
}
