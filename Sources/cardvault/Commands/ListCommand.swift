internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List cards, with their numbers masked.",
    discussion: """
      Examples:
        cardvault list
        cardvault list muller
        cardvault list food shop
        cardvault list --tag food --sort used
        cardvault list --expiring 30d

      Lists active cards and drafts unless an option selects others. The words of QUERY match in any order and \
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

  func run() async throws {
    try await run(on: try await vault.open())
  }

  /// Lists the cards of a vault that is open.
  func run(on store: Vault) async throws {
    let console = common.console
    let today = try CalendarDate.today()
    let tags = try CardText.tags(tag)
    let words = query.isEmpty ? nil : query.joined(separator: " ")
    let filter = CardFilter(
      states: states, tags: tags, words: words,
      lastDay: expiring.map { today.adding(days: $0.days) })
    var cards = await store.cards { filter.matches($0, on: today) }
    cards = (sort ?? (expiring == nil ? .name : .expires)).sorted(cards)
    if reverse { cards.reverse() }
    try await write(cards, of: store, today, console)
    let isWarned = await store.warn(console)
    if isWarned { throw ExitCode(ExitStatus.partlyDone.rawValue) }
    guard cards.isEmpty else { return }
    let count = await store.cardCount
    if count == 0 {
      return console.suggest(.run("import", "PHOTO"), for: "The vault is empty. Next")
    }
    let next: (reason: String, advice: Advice, purpose: String)
    if let others = await others(in: store, tags, words, today) {
      next = (
        others.count == 1
          ? "1 card in another state matches" : "\(others.count) cards in other states match",
        others.command,
        others.count == 1
          ? "1 card in another state does" : "\(others.count) cards in other states do"
      )
    } else {
      let search = CardSearch(cards: await store.cards)
      // A card in another state is not a misspelling.
      let misspelt = words.flatMap { search.cards(matching: $0).isEmpty ? $0 : nil }
      let all = search.listCommand(tags: tags)
      next = (
        "the vault has \(count) \(count == 1 ? "card" : "cards"), and none matches",
        misspelt.flatMap { search.commands("list", "--all", for: $0) } ?? all,
        misspelt.flatMap { search.names(for: $0) }.map { "Did you mean \($0)? Try" }
          ?? "To see others"
      )
    }
    if console.format.isForScripts {
      throw Failure(
        "no card matches", because: next.reason, try: next.advice, status: .nothingFound)
    }
    console.suggest(next.advice, for: "No card matches. \(next.purpose)")
    throw ExitCode(ExitStatus.nothingFound.rawValue)
  }

  /// How many cards in other states match, and the command that lists them; `nil` for none.
  private func others(
    in store: Vault, _ tags: [String], _ words: String?, _ today: CalendarDate
  ) async -> (count: Int, command: Advice)? {
    guard expiring == nil, words != nil || !tags.isEmpty else { return nil }
    let filter = CardFilter(states: .all, tags: tags, words: words)
    let cards = await store.cards
    let count = cards.count { filter.matches($0, on: today) }
    guard count > 0 else { return nil }
    return (count, CardSearch(cards: cards).listCommand(tags: tags, query: query))
  }

  private func write(
    _ cards: [Card], of store: Vault, _ today: CalendarDate, _ console: Console
  ) async throws {
    guard byTag, common.format == .table else { return await store.list(cards, on: today, console) }
    for (index, group) in CardGroup.byTag(cards).enumerated() {
      let tag = group.tag.isEmpty ? "without a tag" : group.tag.printable
      let title = TTY.size.map { tag.fitted(to: $0.columns) } ?? tag
      console.result(table: (index == 0 ? [] : [""]) + [console.bold("\(title)")])
      console.result(table: await store.table(of: group.cards, on: today, console))
    }
  }
}

extension CardStates: EnumerableFlag {
  /// What `--help` shows for a state.
  static func help(for value: CardStates) -> ArgumentHelp? {
    switch value {
    case .current: "Active cards and drafts."
    case .drafts: "Drafts only."
    case .archived: "Archived cards only."
    case .expired: "Expired and used-up cards only."
    case .all: "Every card."
    }
  }
}

extension CardOrder: ExpressibleByArgument {}
