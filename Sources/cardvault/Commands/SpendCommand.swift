internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet
internal import Wording

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

  @Argument(
    help: """
      The card: words of its name, a tag, the end of its number, or an id; by default, pick one.
      """)
  var card: String?

  @Argument(help: "How much: 12.50, 12.50EUR, 300points.")
  var amount: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if card == nil { throw ValidationError("name the amount") }
  }

  func run() async throws {
    let console = common.console
    // The amount is never left out: a single word is the amount.
    let amount = try TypedAmount(amount ?? card ?? "")
    let words = self.amount == nil ? "" : card ?? ""
    let store = try await vault.open()
    let chosen = try await store.card(meant: words, isAtTill: true, console)
    let left = try await store.spend(amount, on: chosen)
    Console.noteStored()
    if common.format.isForScripts {
      console.result(json: ChangeReport(changed: [chosen.id.description]))
    } else {
      console.result("Left on \(chosen.name): \(left.shown)")
    }
  }
}
