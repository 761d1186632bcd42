internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct HistoryCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show a card's changes: what, when and on which device.",
    discussion: """
      Examples:
        cardvault history gym
        cardvault restore gym --to 3

      The oldest change comes first. Removed cards are found, too. Use the number of a change with cardvault \
      restore CARD --to N. Codes are masked.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound]))
      """)

  @Argument(help: .pickedCard, completion: CardNames.withRemoved)
  var card: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let isWarned = await store.warn(console)
    let chosen = try await store.cardOrRemoved(meant: card ?? "", console)
    let reports = HistoryReport.all(await store.changes(of: chosen.id))
    switch common.format {
    case .json: console.result(json: reports)
    case .jsonl: for report in reports { console.result(json: report) }
    case .plain:
      console.result(lines: reports.map { $0.localLines.joined(separator: "; ") })
    case .table:
      var table = TextTable(["#", "WHEN", "WHERE", "WHAT", ""])
      for row in reports.flatMap(\.rows) { table.append(row) }
      let lines = table.lines(width: TTY.size?.columns, style: { console.bold($0) })
      console.result(table: lines)
    }
    if isWarned { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }
}
