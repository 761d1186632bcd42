internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct RestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring back removed cards, or an earlier state of a card.",
    discussion: """
      Examples:
        cardvault list --removed
        cardvault restore gym zoo
        cardvault restore gym --to 8d20be17

      Without --to, it brings removed cards back as they were before they were removed, all in one step. Without \
      CARD, you pick one; in a script, it lists those that can be brought back. With --to, a card becomes what \
      it was after a change in its history, by the change's id (cardvault history CARD). cardvault undo undoes either.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @Argument(help: .pickedCards, completion: CardNames.withRemoved)
  var cards: [String] = []

  @Option(help: .init("The id of a change in its history.", valueName: "change"))
  var to: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if to != nil, cards.count > 1 {
      throw ValidationError("--to is for one card, as each has a history of its own")
    }
  }

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let canPick = console.isInteractive && !console.format.isForScripts
    if let to {
      guard canPick || !cards.isEmpty else {
        throw Failure.usage(
          "--to needs a card", because: "each card has its own history",
          try: .run("restore", "CARD", "--to", "CHANGE"))
      }
      return try await restore(cards.first ?? "", to, in: store, console)
    }
    if cards.isEmpty {
      let isNoneRemoved = await store.removedCards.isEmpty
      if !canPick || isNoneRemoved { return try await list(store, console) }
    }
    let chosen = try await stillRemoved(removedCards(in: store, console), in: store)
    try await store.saving(chosen, console)
    console.tell(
      ChangeReport(
        restored: chosen.map(\.id),
        words: "Restored: \(chosen.map(\.name).joined(separator: ", "))"))
  }

  /// Lists what can be brought back.
  private func list(_ store: Vault, _ console: Console) async throws {
    let list = await ListRequest(states: .removed).run(in: store, on: try .today())
    console.list(list)
    try console.tellAbsence(in: list)
  }

  /// The removed cards that are meant, each once.
  private func removedCards(in store: Vault, _ console: Console) async throws -> [Card] {
    let formerIDs = await store.formerIDs
    let search = CardSearch(cards: await store.removedCards, formerIDs: formerIDs)
    let selection = CardSelection(search: search, console: console)
    var chosen: [Card] = []
    for words in cards.isEmpty ? [""] : cards {
      let card: Card
      do {
        card = try selection.card(words)
      } catch let failure as Failure where failure.status == .nothingFound {
        throw Self.failure(
          toRestore: words,
          CardSearch(cards: await store.cards, formerIDs: formerIDs).cards(meantBy: words))
      }
      if !chosen.contains(where: { $0.id == card.id }) { chosen.append(card) }
    }
    return chosen
  }

  /// The cards as they were last, now that the person has chosen them: somebody may have brought one back meanwhile.
  private func stillRemoved(_ cards: [Card], in store: Vault) async throws -> [Card] {
    try await store.refresh()
    let removed = await store.removedCards
    var chosen: [Card] = []
    for card in cards {
      guard let last = removed.first(where: { $0.id == card.id }) else {
        throw Self.failure(toRestore: card.name, [await store.card(card.id) ?? card])
      }
      chosen.append(last)
    }
    return chosen
  }

  /// Why words mean no removed card, but perhaps some that are there.
  private static func failure(toRestore words: String, _ present: [Card]) -> Failure {
    guard present.count == 1, let there = present.first else {
      return Failure(
        "there is no removed card “\(words)”", because: "none matches this name or id",
        try: .run("list", "--removed"), status: .nothingFound)
    }
    return Failure(
      "“\(there.name)” was not brought back", because: "it is already there",
      try: .run("history", .card(there), note: "it has the ids for --to"), status: .conflict)
  }

  /// Makes a card what it was after one of its changes.
  private func restore(
    _ words: String, _ digits: String, in store: Vault, _ console: Console
  ) async throws {
    let chosen = try await store.cardOrRemoved(meant: words, console)
    try await store.refresh()
    let isThere = await store.card(chosen.id) != nil
    let (card, isChanged) = try await store.restore(chosen, toChange: digits)
    if isChanged { console.noteStored() }
    let ids = isChanged ? [card.id] : []
    let said =
      isChanged
      ? "Restored: \(card.name), as after change \(digits.shownDigits)"
      : "Nothing to change: “\(card.name)” is already like that."
    console.tell(
      isThere ? ChangeReport(changed: ids, words: said) : ChangeReport(restored: ids, words: said))
  }
}
