internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore

/// A bare `cardvault`: says what to do next, or lists the cards.
struct NextCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "next", shouldDisplay: false)

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    guard let store = try await vault.openIfThere() else {
      console.result("There is no vault yet.")
      console.result("  cardvault import PHOTO...  start with photos of your cards")
      console.result("  cardvault init             or make an empty vault")
      console.result("  cardvault --help           all commands")
      return
    }
    let drafts = await store.cards.filter(\.isDraft)
    if !drafts.isEmpty, console.isInteractive {
      let count = "\(drafts.count) \(drafts.count == 1 ? "draft waits" : "drafts wait")"
      if console.confirms("\(count) to be looked at. Review now?") {
        try await Reviewing(vault: store, console: console).review(drafts.map { [$0.id] })
        return
      }
    }
    var list = try ListCommand.parse([])
    list.vault = vault
    list.common = common
    try await list.run()
  }
}
