internal import Cards
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

extension Vault {
  /// Changes fields of the cards that are meant, all in one save; without words, of the card that the person picks.
  nonisolated func edit(
    _ words: [String], _ fields: TypedFields, _ console: Console
  ) async throws -> [Card] {
    var changed: [Card] = []
    let meant = try await cards(meant: words, console)
    for card in try await console.canAsk ? meant : current(meant) {
      var edited = card
      try fields.apply(to: &edited)
      if edited != card { changed.append(edited) }
    }
    if !changed.isEmpty { try await saving(changed, ifAsSeen: console.canAsk, console) }
    return changed
  }
}

extension Console {
  /// Names the saved cards that have expired: lists leave them out, so they would disappear silently.
  func remarkOnExpiry(of cards: [Card]) {
    suggest((try? CalendarDate.today()).flatMap { cards.expirySuggestion(on: $0) })
  }

  /// Reports the cards that a command changed.
  func tellOfChanges(
    to cards: [Card], as words: String, photoCount: Int = 0, details: String = ""
  ) {
    tell(
      ChangeReport(
        changed: cards.map(\.id), photosKept: photoCount,
        words: cards.isEmpty
          ? "Nothing to change."
          : "\(words): \(cards.map(\.name).joined(separator: ", "))\(details + photoCount.photosKept)"
      ))
  }

  /// Reports a change as JSON or in words.
  func tell(_ report: ChangeReport) {
    if format.isForScripts { result(json: report) } else { result("\(report.words)") }
  }
}

extension Vault {
  /// Stores the cards' changes, and notes that something was stored; if they are of the cards as this vault showed them,
  /// since a person may have taken their time, only if others have not changed one meanwhile.
  func saving(
    _ cards: [Card], ifAsSeen isSeen: Bool = false, _ console: Console
  ) throws {
    if isSeen { try checkSeen(cards.map(\.id)) }
    try save(cards)
    console.noteStored()
  }

  /// Removes cards, and notes that something was stored.
  func removing(_ ids: [CardID], _ console: Console) throws(VaultError) {
    try remove(ids)
    console.noteStored()
  }
}
