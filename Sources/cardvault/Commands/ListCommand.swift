internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List cards, numbers masked.",
    discussion: """
      Without a choice of state: active cards and drafts. QUERY is looked for in names, tags and notes.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound]))
      """)

  @Argument(help: "Words to look for.")
  var query: String?

  @Option(help: "Only cards with this tag; of several, with commas or given again, with each.")
  var tag: [String] = []

  @Option(help: "The order: name, added, used or expires.")
  var sort = CardOrder.name

  @Flag(help: "The other way round.")
  var reverse = false

  @Flag(help: "Which cards.")
  var states = CardStates.current

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let today = try CalendarDate.today()
    let tags = try CardText.tags(tag)
    let filter = CardFilter(states: states, tags: tags, words: query)
    var cards = await store.cards
    let count = cards.count
    cards.removeAll { !filter.matches($0, on: today) }
    cards = sort.sorted(cards)
    if reverse { cards.reverse() }
    switch common.format {
    case .json:
      let conflicts = await store.conflictCounts
      console.result(json: cards.map { report($0, conflicts, today) })
    case .jsonl:
      let conflicts = await store.conflictCounts
      for card in cards { console.result(json: report(card, conflicts, today)) }
    case .plain:
      console.result(lines: cards.map(\.name))
    case .table:
      console.result(lines: await CardTable(today: today).lines(cards, store, console))
    }
    let isWarned = await store.warn(console)
    await store.keepCardsUntilExit()
    if isWarned { throw ExitCode(ExitStatus.partlyDone.rawValue) }
    guard cards.isEmpty else { return }
    if count == 0 {
      console.remark("The vault is empty. Next: cardvault import PHOTO...")
    } else if console.format.isForScripts {
      throw Failure(
        "no card fits", because: "none of the \(count) in the vault is as asked for",
        try: "cardvault list --all, which shows them all", status: .nothingFound)
    } else {
      console.remark("No card fits. cardvault list --all shows them all.")
      throw ExitCode(ExitStatus.nothingFound.rawValue)
    }
  }

  private func report(
    _ card: Card, _ conflicts: [CardID: Int], _ today: CalendarDate
  ) -> CardReport {
    CardReport(card, today: today, conflicts: conflicts[card.id] ?? 0, isFull: false)
  }
}
