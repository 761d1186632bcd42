internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct RemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a card from the vault.",
    discussion: """
      Examples:
        cardvault remove gym
        cardvault undo

      On a terminal it asks first. cardvault undo brings the card back, and so does cardvault restore, even \
      later: its history stays in the vault, sealed. For a vault without it, write the cards to keep to a \
      bundle (cardvault export FILE --cards CARD), create a new vault (cardvault init --vault FOLDER), and \
      merge the bundle into that (cardvault merge FILE --vault FOLDER).

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .pickedCard, completion: CardNames.ofAll)
  var card: String?

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let chosen = try await store.card(meant: card ?? "", console)
    let name = chosen.name
    let isWanted = try confirmation.isGiven(
      .removal, with: [name], orElse: "“\(name)” was not removed", console)
    guard isWanted else { return console.tell(ChangeReport(removed: [], words: "Kept.")) }
    try await store.removing([chosen.id])
    console.tell(ChangeReport(removed: [chosen.id], words: "Removed: \(name)"))
    if !console.format.isForScripts {
      console.remark("Its history stays in the vault.")
      console.suggest(
        .run("undo").or(.run("restore", .card(chosen))), for: "To bring it back")
    }
  }
}
