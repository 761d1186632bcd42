internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct FavouriteCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "Mark cards with a star, and list them first.",
    discussion: """
      Examples:
        cardvault favourite bakery
        cardvault favourite bakery --off

      Favourites come first in every list.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .pickedCards, completion: CardNames.ofAll)
  var cards: [String] = []

  @Flag(help: "Remove the star.")
  var off = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    var typed = TypedFields()
    typed.isFavourite = !off
    let store = try await vault.open(console)
    let changed = try await store.edit(cards, typed, console)
    console.tellOfChanges(to: changed, as: off ? "No longer a favourite" : "Favourite")
  }
}
