internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List cards, with balances and masked numbers.",
    discussion: """
      Examples:
        cardvault list
        cardvault list muller
        cardvault list food shop
        cardvault list --tag food --sort used
        cardvault list --expiring 30d
        cardvault list --removed

      Lists active cards and drafts unless an option selects others, and says how many it left out. The words of QUERY match in any order and \
      without accents: in names, tags, notes, holders, kinds and the ends of numbers.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound]))
      """)

  @Argument(help: "Words to look for.")
  var query: [String] = []

  @Option(
    help: "Only cards with this tag; with several (a,b or repeated), cards that have all of them.",
    completion: CardTags.used)
  var tag: [String] = []

  @Option(
    help: .init("Only cards that expire within this time: 30d, 6w, 3m or 1y.", valueName: "time"),
    transform: DaySpan.typed)
  var expiring: DaySpan?

  @Option(help: "The order.")
  var sort: CardOrder?

  @Flag(help: "Reverse the order.")
  var reverse = false

  @Flag(help: "Group the cards by tag.")
  var byTag = false

  @Flag(help: "Which cards.")
  var states = CardStates.current

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    try await run(on: try await vault.open(console), console)
  }

  /// Lists the cards of a vault that is open.
  func run(on store: Vault, _ console: Console) async throws {
    let today = try CalendarDate.today()
    let request = ListRequest(
      states: states, tags: try CardText.tags(tag), query: query,
      lastDay: expiring.map { today.adding(days: $0.days) }, order: sort, isReversed: reverse)
    let list = await request.run(in: store, on: today)
    if byTag, common.format == .table { write(byTag: list, console) } else { console.list(list) }
    if await store.warn(console) { throw ExitCode(ExitStatus.partlyDone.rawValue) }
    console.suggest([list.leftOutSuggestion].compactMap(\.self))
    try console.tellAbsence(in: list)
    if list.cards.isEmpty {
      console.suggest(.run("import", "PHOTO"), for: "The vault is empty. Next")
    }
  }

  private func write(byTag list: ListOutcome, _ console: Console) {
    for (index, group) in CardGroup.byTag(list.cards).enumerated() {
      let tag = group.tag.isEmpty ? "without a tag" : group.tag.printable
      let title = TTY.size.map { tag.fitted(to: $0.columns) } ?? tag
      console.result(table: (index == 0 ? [] : [""]) + [console.bold("\(title)")])
      console.result(table: console.table(of: ListOutcome(group.cards, list.moment)))
    }
  }
}

extension CardStates: EnumerableFlag {
  /// What `--help` shows for a state.
  static func help(for value: CardStates) -> ArgumentHelp? {
    switch value {
    case .current: "Active cards and drafts."
    case .unused: "Active cards and drafts that no use has been recorded for."
    case .drafts: "Drafts only."
    case .archived: "Archived cards only."
    case .expired: "Expired and used-up cards only."
    case .removed: "Removed cards only, which cardvault restore brings back."
    case .all: "Every card."
    }
  }
}

extension CardOrder: ExpressibleByArgument {}
