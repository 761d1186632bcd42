package import Cards
package import Terminal
package import VaultStore
package import Wallet

extension Vault {
  /// Changes fields of the cards that words mean, all in one save; without any, of the card that the person picks.
  package nonisolated func edit(
    _ words: [String], _ fields: TypedFields, _ console: Console
  ) async throws -> [Card] {
    var changed: [Card] = []
    for card in try await cards(meant: words, console) {
      var edited = card
      try fields.apply(to: &edited)
      if edited != card { changed.append(edited) }
    }
    if !changed.isEmpty { try await saving(changed) }
    return changed
  }
}

extension Console {
  /// Names the cards just saved that have expired: otherwise they would disappear silently.
  package func remarkOnExpiry(of cards: [Card]) {
    let words = (try? CalendarDate.today()).flatMap { cards.expiryRemark(on: $0) }
    if let words { remark("\(words)") }
  }

  /// Tells which cards a command changed.
  package func tellOfChanges(
    to cards: [Card], as words: String, photoCount: Int = 0, details: String = ""
  ) {
    if format.isForScripts {
      result(json: ChangeReport(changed: cards.map(\.id.description), photosKept: photoCount))
    } else {
      result(
        cards.isEmpty
          ? "Nothing to change."
          : "\(words): \(cards.map(\.name).joined(separator: ", "))\(details + photoCount.photosKept)"
      )
    }
  }
}
