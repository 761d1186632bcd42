internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct ReviewCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Look at imported drafts and accept them.",
    discussion: ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))

  @Argument(help: "One draft only: an id, a name or part of one.")
  var card: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let drafts = await store.cards.filter(\.isDraft)
    let selection = CardSelection(search: CardSearch(cards: drafts), console: console)
    let chosen = try card.map { [try selection.card($0)] }
    guard console.isInteractive else {
      throw Failure.usage(
        "review asks questions", because: "there is no terminal to ask them on",
        try: "cardvault edit CARD --accept")
    }
    guard !drafts.isEmpty else {
      console.result("No drafts wait.")
      return
    }
    try await Reviewing(vault: store, console: console).review((chosen ?? drafts).map { [$0.id] })
  }
}
