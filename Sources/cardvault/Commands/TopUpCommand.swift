internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct TopUpCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "top-up", abstract: "Add an amount to a card's balance.",
    discussion: """
      Examples:
        cardvault top-up canteen 20
        cardvault top-up "fuel points" 300

      What two devices add and spend separately is added up when they sync. To undo it: cardvault undo.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @OptionGroup var arguments: AmountArguments
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let amount = try arguments.typed(for: "top-up")
    let store = try await vault.open(console)
    let chosen = try await store.card(meant: arguments.cardWords, console)
    let balance = try await store.topUp(amount, on: chosen)
    console.noteStored()
    console.tell(ChangeReport(toppedUp: chosen, balance: balance))
  }
}
