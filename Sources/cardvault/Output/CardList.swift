internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

extension Vault {
  /// Lists cards in this order, in the format that was asked for.
  nonisolated func list(_ cards: [Card], on today: CalendarDate, _ console: Console) async {
    switch console.format {
    case .json, .jsonl:
      let moment = await CardMoment(of: self, on: today)
      let reports = cards.map { CardReport($0, moment) }
      if console.format == .json { return console.result(json: reports) }
      for report in reports { console.result(json: report) }
    case .plain: console.result(lines: cards.map { "\($0.shortID)  \($0.name)" })
    case .table: console.result(table: await table(of: cards, on: today, console))
    }
  }

  /// The lines of a table of cards in this order; none without cards.
  nonisolated func table(
    of cards: [Card], on today: CalendarDate, _ console: Console
  ) async -> [TerminalText] {
    guard !cards.isEmpty else { return [] }
    var table = TextTable(["NAME", "BARCODE", "CODE", "TAGS", "EXPIRES", "", "ID"])
    let conflicts = await conflictCounts
    let duplicates = Set(await duplicates.flatMap(\.cards).map(\.id))
    let rows = cards.concurrentMap { card in
      TextTable.Row([
        (card.isFavourite ? "★ " : "") + card.name, card.codes.first?.symbology.name ?? "–",
        card.maskedNumber, card.tags.joined(separator: " "),
        card.expires?.description ?? "",
        card.listNote(
          on: today, conflicts: conflicts[card.id] ?? 0, isDuplicate: duplicates.contains(card.id)),
        card.shortID,
      ])
    }
    for part in rows { table.append(contentsOf: part) }
    // What a narrow terminal leaves out, in this order: barcode, tags, id, expiry, code.
    return table.lines(
      width: TTY.size?.columns, dropping: [1, 3, 6, 4, 2], style: { console.bold($0) })
  }
}
