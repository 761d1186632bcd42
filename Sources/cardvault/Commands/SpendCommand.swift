internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct SpendCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "spend", abstract: "Subtract an amount from a card's balance.",
    discussion: """
      Examples:
        cardvault spend bookshop 12.50
        cardvault spend "fuel points" 300

      Amounts that two devices spend separately are added up when they sync. To undo it: cardvault undo.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @OptionGroup var arguments: AmountArguments
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let amount = try arguments.typed(for: "spend")
    let store = try await vault.open(console)
    let chosen = try await store.card(meant: arguments.cardWords, isAtTill: true, console)
    let left = try await store.spend(amount, on: chosen)
    console.noteStored()
    console.tell(ChangeReport(spentFrom: chosen, left: left))
  }
}
