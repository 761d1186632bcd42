internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

struct RemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a card out of the vault.",
    discussion: """
      On a terminal it asks first. cardvault undo brings the card back, cardvault restore also later: its \
      history stays in the vault, sealed. It goes only when the vault's key is changed with cardvault key \
      rotate, and then cardvault key rotate --finish is done.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: "The card: an id, a name or part of one.")
  var card: String

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let chosen = try await store.card(meant: card, console)
    let name = chosen.name
    let isWanted = try confirmation.isGiven(
      "Remove “\(name)”?", orElse: "“\(name)” was not removed", console)
    guard isWanted else { return console.result("Kept.") }
    try await store.removing([chosen.id])
    if common.format.isForScripts {
      console.result(json: ChangeReport(removed: [chosen.id.description]))
    } else {
      console.result("Removed: \(name)")
      console.remark(
        "Its history stays in the vault until the key is changed, and cardvault key rotate --finish done."
      )
      console.remark("To bring it back: cardvault undo, or cardvault restore \(chosen.shortID)")
    }
  }
}
