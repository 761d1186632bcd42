internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct UseCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Record that you used cards.",
    discussion: """
      Examples:
        cardvault use gym
        cardvault use gym pool
        cardvault use coupon     use up a one-time card, which then leaves the list

      To undo it: cardvault undo.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @Argument(help: .pickedCards, completion: CardNames.ofAll)
  var cards: [String] = []

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let used = try await store.use(
      try await store.cards(meant: cards, isAtTill: true, console))
    console.noteStored()
    console.tell(ChangeReport(used: used))
  }
}
