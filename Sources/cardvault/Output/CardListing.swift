package import Cards
package import Terminal
package import VaultStore
internal import Wallet

extension Vault {
  /// Writes cards as a list in the format that was asked for.
  ///
  /// - Parameters:
  ///   - cards: The cards, in the order in which they are listed.
  ///   - today: Today's date, which decides what is expired.
  ///   - console: Where the list goes.
  package nonisolated func list(_ cards: [Card], on today: CalendarDate, _ console: Console) async {
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
