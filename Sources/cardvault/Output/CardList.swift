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
