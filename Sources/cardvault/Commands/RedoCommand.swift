internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct RedoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Take the last undo back.",
    discussion: """
      Examples:
        cardvault undo
        cardvault redo

      Each further run takes one more undo back, up to the last other change that this device made: after that, \
      cardvault undo CHANGE undoes any undo, by its id in cardvault history. On a terminal it says what it does \
      again, and asks first if that changes more than \(StepOptions.maxUnasked) cards.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @OptionGroup var step: StepOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let change = try await store.next(.redo)
    guard try await step.isWanted(change, as: "Redoing", .redo, store, console) else { return }
    console.tell(try await store.reported(.redo, of: change))
  }
}

extension Console {
  /// Reports what an undo or a redo did, as JSON or in words.
  func tell(_ report: StepReport) {
    noteStored()
    if format.isForScripts { return result(json: report) }
    for line in report.lines { result("\(line)") }
  }
}

/// The option of commands that go back or forward by one change.
struct StepOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  /// Above this number of cards, a person is asked.
  static let maxUnasked = 5

  /// Says on a terminal what is about to be undone or redone, and asks if that is much; then shows the vault as it is
  /// after the answer.
  func isWanted(
    _ change: LoggedChange, as doing: String, _ question: Question,
    _ store: Vault, _ console: Console
  ) async throws -> Bool {
    guard console.isInteractive, !console.format.isForScripts else { return true }
    console.remark("\(doing) \(ChangeLogReport(change).title)")
    if yes || change.cards.count <= Self.maxUnasked { return true }
    guard console.agrees(to: question, with: ["\(change.cards.count)"]) else {
      console.result("Nothing was \(question == .undo ? "undone" : "redone").")
      return false
    }
    try await store.refresh()
    return true
  }
}
