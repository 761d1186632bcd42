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
    for card in try await unchangedMeanwhile(cards(meant: words, console), console) {
      var edited = card
      try fields.apply(to: &edited)
      if edited != card { changed.append(edited) }
    }
    if !changed.isEmpty { try await saving(changed, console) }
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
  /// Cards as they are now; at a terminal, where a person may have been asked something and took their time, or `always`,
  /// only if others have not changed them meanwhile.
  func unchangedMeanwhile(
    _ cards: [Card], always: Bool = false, _ console: Console
  ) throws(WalletError) -> [Card] {
    if console.canAsk || always { try checkSeen(cards.map(\.id)) }
    return try current(cards)
  }

  /// Stores the cards' changes, and notes that something was stored.
  func saving(_ cards: [Card], _ console: Console) throws(VaultError) {
    try save(cards)
    console.noteStored()
  }

  /// Removes cards, and notes that something was stored.
  func removing(_ ids: [CardID], _ console: Console) throws(VaultError) {
    try remove(ids)
    console.noteStored()
  }
}
