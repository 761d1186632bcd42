internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct ArchiveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Archive cards: hide them from the list.",
    discussion: """
      Examples:
        cardvault archive zoo
        cardvault archive zoo --off

      Only cardvault list --archived and --all show archived cards.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .pickedCards, completion: CardNames.ofAll)
  var cards: [String] = []

  @Flag(help: "Show them in the list again.")
  var off = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    var typed = TypedFields()
    typed.isArchived = !off
    let store = try await vault.open(console)
    let changed = try await store.edit(cards, typed, console)
    console.tellOfChanges(to: changed, as: off ? "Back in the list" : "Archived")
  }
}
