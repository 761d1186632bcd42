internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct HistoryCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show what was changed, when and on which device.",
    discussion: """
      Examples:
        cardvault history
        cardvault undo 3fa94c21
        cardvault history gym
        cardvault restore gym --to 8d20be17

      Without CARD it shows the changes of the whole vault, on a terminal the last \(maxChanges), or with --all \
      every one; cardvault undo takes their ids. With CARD it shows that card's; cardvault restore CARD --to takes \
      their ids. An id stays the same, also after a sync and on other devices. The oldest change comes first. \
      Removed cards are found, too. Codes are masked.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound]))
      """)

  /// As many as a person looks through.
  private static let maxChanges = 50

  @Argument(help: .card, completion: CardNames.withRemoved)
  var card: String?

  @Flag(help: "Show all changes of the vault.")
  var all = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let isWarned = await store.warn(console)
    if let card {
      try await show(card, store, console)
    } else {
      show(await store.changeLog, console)
    }
    if isWarned { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Shows the log of the vault.
  private func show(_ log: [LoggedChange], _ console: Console) {
    let isWhole = all || common.format.isForScripts
    let shown = log.suffix(isWhole ? log.count : Self.maxChanges)
      .map { ChangeLogReport($0) }
    switch common.format {
    case .json: console.result(json: shown)
    case .jsonl: for report in shown { console.result(json: report) }
    case .plain: console.result(lines: shown.map(\.line))
    case .table where log.isEmpty: console.remark("Nothing was changed yet.")
    case .table:
      var table = TextTable(["ID", "WHEN", "WHERE", "WHAT", ""])
      for report in shown { table.append(report.row) }
      let lines = table.lines(width: TTY.size?.columns, style: { console.bold($0) })
      console.result(table: lines)
      if shown.count < log.count {
        console.suggest(
          .run("history", "--all"), for: "\(log.count - shown.count) older changes")
      }
    }
  }

  /// Shows the changes of a card.
  private func show(_ words: String, _ store: Vault, _ console: Console) async throws {
    let chosen = try await store.cardOrRemoved(meant: words, console)
    let reports = HistoryReport.all(await store.changes(of: chosen.id))
    switch common.format {
    case .json: console.result(json: reports)
    case .jsonl: for report in reports { console.result(json: report) }
    case .plain:
      console.result(lines: reports.map { $0.localLines.joined(separator: "; ") })
    case .table:
      var table = TextTable(["ID", "WHEN", "WHERE", "WHAT", ""])
      for row in reports.flatMap(\.rows) { table.append(row) }
      let lines = table.lines(width: TTY.size?.columns, style: { console.bold($0) })
      console.result(table: lines)
    }
  }
}
