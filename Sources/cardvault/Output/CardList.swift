internal import Cards
internal import Terminal
internal import Wallet

extension Console {
  /// Lists cards in the format that was asked for.
  func list(_ list: ListOutcome) {
    switch format {
    case .json: result(json: list.reports)
    case .jsonl: for report in list.reports { result(json: report) }
    case .plain: result(lines: list.lines)
    case .table: result(table: table(of: list))
    }
  }

  /// Says why a list of a vault that has cards is empty, and what to do with one of removed cards.
  ///
  /// - Throws: What ends the command, if the list is empty.
  func tellAbsence(in list: ListOutcome) throws {
    suggest(list.suggestions)
    if let absence = list.absence { throw ending(absence.failure) }
  }

  /// The lines of a table of cards; none without cards.
  func table(of list: ListOutcome) -> [TerminalText] {
    guard !list.cards.isEmpty else { return [] }
    var table = TextTable(ListOutcome.columns)
    let rows = list.cards.concurrentMap { TextTable.Row(list.row(of: $0)) }
    for part in rows { table.append(contentsOf: part) }
    return table.lines(
      width: TTY.size?.columns, dropping: ListOutcome.expendableColumns, style: { bold($0) })
  }
}
