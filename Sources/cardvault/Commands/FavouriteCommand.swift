internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet
internal import Wording

struct FavouriteCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "List cards first, with a star.",
    discussion: """
      Examples:
        cardvault favourite bakery
        cardvault favourite bakery --off

      Favourites have a star and come first in every list.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: "The cards: words of a name, or an id, for each; by default, pick one.")
  var cards: [String] = []

  @Flag(help: "Remove the star.")
  var off = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    var typed = TypedFields()
    typed.isFavourite = !off
    let console = common.console
    let store = try await vault.open()
    let changed = try await store.edit(cards, typed, console)
    console.tellOfChanges(to: changed, as: off ? "No longer a favourite" : "Favourite")
  }
}
