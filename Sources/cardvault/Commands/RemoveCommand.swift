internal import ArgumentParser
internal import Cards
internal import VaultStore

struct RemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a card out of the vault.",
    discussion: """
      On a terminal it asks first. Its sealed history stays in the vault's files.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound]))
      """)

  @Argument(help: "The card: an id, a name or part of one.")
  var card: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let chosen = try CardSelection(cards: await store.cards, console: console).card(card)
    if !yes {
      guard console.isInteractive else {
        throw Failure.usage(
          "“\(chosen.name.printable)” was not removed",
          because: "there is no terminal to ask on", try: "--yes")
      }
      let answer = console.answer(to: "Remove “\(chosen.name.printable)”? [y/N] ")
      guard answer?.lowercased().hasPrefix("y") == true else {
        console.result("Kept.")
        return
      }
    }
    try await store.removing([chosen.id])
    if common.format.isForScripts {
      console.result(ChangeReport(removed: [chosen.id.description]).json)
    } else {
      console.result("Removed: \(chosen.name.printable)")
    }
  }
}
