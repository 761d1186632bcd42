package import Cards
package import Terminal
package import VaultStore
internal import Wallet

/// The list of cards as a person sees it.
package struct CardTable {
  let today: CalendarDate

  /// Makes a table.
  package init(today: CalendarDate) {
    self.today = today
  }

  /// The lines of a table of cards.
  package func lines(_ cards: [Card], _ store: Vault, _ console: Console) async -> [TerminalText] {
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

  /// The columns that a narrow terminal leaves out, the first one first: kind, tags, id, expiry, code.
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
