internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct UndoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change.",
    discussion: """
      Examples:
        cardvault undo
        cardvault undo gym

      Without CARD it undoes the last change that this device saved; with CARD, the last change of that card \
      from any device. Each further run goes one change further back. Removed cards come back, and joined \
      cards are separated. Later changes of other fields stay. What would change nothing, because the same was \
      changed again since or the card was removed, is skipped, and named.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound]))
      """)

  @Argument(help: .card, completion: CardNames.withRemoved)
  var card: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    var chosen: Card?
    if let card { chosen = try await store.cardOrRemoved(meant: card, console) }
    let report = try await store.undoReported(chosen?.id)
    if report.undone.isEmpty { throw Failure(nothingUndone: chosen) }
    Console.noteStored()
    if common.format.isForScripts {
      console.result(json: report)
    } else {
      console.result(lines: report.lines)
    }
  }
}
