internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// The list of cards as a person sees it.
struct CardTable {
  let today: CalendarDate

  func lines(_ cards: [Card], _ store: Vault, _ console: Console) async -> [TerminalText] {
    guard !cards.isEmpty else { return [] }
    var table = TextTable(["NAME", "BARCODE", "CODE", "TAGS", "EXPIRES", "", "ID"])
    let conflicts = await store.conflictCounts
    let duplicates = Set(await store.duplicates.flatMap(\.cards).map(\.id))
    let rows = cards.concurrentMap { card in
      row(of: card, conflicts[card.id] ?? 0, isDuplicate: duplicates.contains(card.id))
    }
    for part in rows { table.append(contentsOf: part) }
    return table.lines(
      width: TTY.size?.columns, dropping: Self.lessImportant, style: { console.bold($0) })
  }

  /// The columns that a narrow terminal leaves out, in this order: barcode, tags, id, expiry, code.
  private static let lessImportant = [1, 3, 6, 4, 2]

  private func row(of card: Card, _ conflicts: Int, isDuplicate: Bool) -> TextTable.Row {
    TextTable.Row([
      (card.isFavourite ? "★ " : "") + card.name, card.codes.first?.symbology.name ?? "–",
      card.maskedNumber, card.tags.joined(separator: " "),
      card.expires?.description ?? "",
      card.listNote(on: today, conflicts: conflicts, isDuplicate: isDuplicate),
      card.shortID,
    ])
  }
}

extension Vault {
  /// Lists cards in this order, in the format that was asked for.
  nonisolated func list(_ cards: [Card], on today: CalendarDate, _ console: Console) async {
    switch console.format {
    case .json, .jsonl:
      let (conflicts, duplicates) = (await conflictCounts, await duplicateIDs)
      let reports = cards.map { card in
        CardReport(
          card, today: today, conflicts: conflicts[card.id] ?? 0,
          duplicates: duplicates[card.id] ?? [], isFull: false)
      }
      if console.format == .json { return console.result(json: reports) }
      for report in reports { console.result(json: report) }
    case .plain: console.result(lines: cards.map { "\($0.shortID)  \($0.name)" })
    case .table:
      console.result(table: await CardTable(today: today).lines(cards, self, console))
    }
  }
}
