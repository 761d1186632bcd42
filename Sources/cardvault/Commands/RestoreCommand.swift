internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct RestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring back a removed card, or an earlier state of a card.",
    discussion: """
      Examples:
        cardvault restore
        cardvault restore gym
        cardvault restore gym --to 3

      Without --to, it brings back a removed card. Without CARD, you pick one; in a script, it lists those that \
      can be brought back. With --to N, the card becomes what it was after change N in cardvault history. \
      cardvault undo undoes either.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @Argument(help: .card, completion: CardNames.withRemoved)
  var card: String?

  @Option(help: .init("The number of a change in its history.", valueName: "n"))
  var to: Int?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let (cards, removed) = (await store.cards, await store.removedCards)
    let formerIDs = await store.formerIDs
    let canPick = console.isInteractive && !console.format.isForScripts
    if card == nil, !canPick || to == nil && removed.isEmpty {
      return try await list(removed, store)
    }
    let words = card ?? ""
    if let to {
      let chosen = try await store.cardOrRemoved(meant: words, console)
      let target = try target(of: chosen, await store.changes(of: chosen.id), to)
      let isThere = cards.contains { $0.id == chosen.id }
      let restored = try await store.restore(chosen.id, toChange: to)
      return tell(
        target, wasThere: isThere, isChanged: restored?.isChanged ?? false,
        ", as after change \(to)")
    }
    do {
      let search = CardSearch(cards: removed, formerIDs: formerIDs)
      let chosen = try CardSelection(search: search, console: console).card(words)
      try await store.save([chosen])
      tell(chosen, wasThere: false, isChanged: true)
    } catch let failure as Failure where failure.status == .nothingFound {
      let present = CardSearch(cards: cards, formerIDs: formerIDs).cards(meantBy: words)
      guard present.count == 1, let there = present.first else {
        throw Failure(
          "there is no removed card “\(words)”",
          because: "none matches this name or id",
          try: .run("restore", note: "it lists them"), status: .nothingFound)
      }
      throw Failure(
        "“\(there.name)” was not brought back", because: "it is already there",
        try: .run("history", .card(there), note: "it has the numbers for --to"), status: .conflict)
    }
  }

  /// Lists what can be brought back.
  private func list(_ removed: [Card], _ store: Vault) async throws {
    let console = common.console
    if to != nil {
      throw Failure.usage(
        "--to needs a card", because: "each card has its own history",
        try: .run("restore", "CARD", "--to", "N"))
    }
    console.list(ListOutcome(removed: removed, await CardMoment(of: store, on: try .today())))
    if removed.isEmpty, console.format.isForScripts {
      throw Failure(
        "no card can be brought back", because: "none was removed", try: .listAll,
        status: .nothingFound)
    }
    if removed.isEmpty {
      console.remark("There are no removed cards.")
      throw ExitCode(ExitStatus.nothingFound.rawValue)
    }
    console.suggest(.run("restore", "CARD"))
  }

  private func target(of card: Card, _ changes: [CardChange], _ number: Int) throws -> Card {
    guard number >= 1, number <= changes.count else {
      throw Failure(
        "there is no change \(number)",
        because: "the history of “\(card.name)” has \(changes.count)",
        try: .run("history", .card(card)), status: .nothingFound)
    }
    guard let target = changes[number - 1].card else {
      throw Failure(
        "“\(card.name)” was not changed",
        because: "change \(number) left it removed, so there is no state to go back to",
        try: "use the number of an earlier change", status: .nothingFound)
    }
    return target
  }

  /// Reports what became of a card.
  private func tell(_ card: Card, wasThere: Bool, isChanged: Bool, _ words: String = "") {
    let console = common.console
    if isChanged { Console.noteStored() }
    let ids = isChanged ? [card.id] : []
    let said =
      isChanged
      ? "Restored: \(card.name)\(words)"
      : "Nothing to change: “\(card.name)” is already like that."
    console.tell(
      wasThere
        ? ChangeReport(changed: ids, words: said) : ChangeReport(restored: ids, words: said))
  }
}
