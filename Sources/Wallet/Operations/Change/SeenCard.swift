package import Cards
internal import VaultFormat
package import VaultStore

// What a person decided while they saw a card is meant for that card: if another window or device has changed it since,
// nothing is saved, and they see what is there now.

extension Vault {
  /// Takes in what other programs saved, and looks cards up anew, perhaps after a question that took its time.
  ///
  /// For what does not depend on what a person saw of them, such as a tag that they typed.
  ///
  /// - Parameter cards: The cards as they were.
  /// - Returns: The cards as they are now.
  /// - Throws: `WalletError.removed`, `.changedMeanwhile` if one was joined into another, or `.vault`.
  package func current(_ cards: [Card]) throws(WalletError) -> [Card] {
    do throws(VaultError) { try refresh() } catch { throw .vault(error) }
    var current: [Card] = []
    for card in cards {
      guard let now = self.card(card.id), now.id == card.id else { throw absence(of: card) }
      current.append(now)
    }
    return current
  }

  /// Takes in what other programs saved, and makes sure that cards are still as this vault showed them.
  ///
  /// - Parameter ids: The cards; unknown ones count as not there.
  /// - Throws: `WalletError.removed`, `.changedMeanwhile` or `.vault`. This vault then shows what is there now.
  package func checkSeen(_ ids: [CardID]) throws(WalletError) {
    let seen = ids.map { (id: $0, version: version(of: $0), card: card($0)) }
    do throws(VaultError) { try refresh() } catch { throw .vault(error) }
    for (id, version, old) in seen where self.version(of: id) != version {
      guard let now = card(id) else {
        throw removal(of: id) ?? .removed(id, name: old?.name ?? "", nil)
      }
      throw .changedMeanwhile(
        id, name: now.name, differences: CardDifference.seen(CardDifference.between(old, now)))
    }
  }

  /// Makes sure that a card, perhaps a removed one, is as a page showed it.
  ///
  /// - Parameters:
  ///   - id: The card.
  ///   - version: Its version on the page; `nil` where any will do.
  /// - Throws: `WalletError.removed` or `.changedMeanwhile`.
  package func check(_ id: CardID, seenAs version: Int?) throws(WalletError) {
    guard let version, version != self.version(of: id) else { return }
    if let card = card(id) { throw .changedMeanwhile(card.id, name: card.name) }
    throw removal(of: id) ?? .changedMeanwhile(id, name: "")
  }

  /// The card with this id as a page showed it.
  ///
  /// - Parameters:
  ///   - id: The card.
  ///   - version: Its version on the page; `nil` where any will do.
  /// - Returns: The card; `nil` if there never was one.
  /// - Throws: `WalletError.removed` or `.changedMeanwhile`.
  package func card(_ id: CardID, seenAs version: Int?) throws(WalletError) -> Card? {
    guard let card = card(id) else {
      if let removal = removal(of: id) { throw removal }
      return nil
    }
    try check(id, seenAs: version)
    return card
  }

  /// Why a card that was shown is not there under its id any more: it was removed, or joined into another one.
  package func absence(of seen: Card) -> WalletError {
    removal(of: seen.id) ?? .changedMeanwhile(seen.id, name: seen.name)
  }

  /// Why a card is not there; `nil` if none was removed under this id.
  private func removal(of id: CardID) -> WalletError? {
    guard isRestorable(id) else { return nil }
    let card = removedCards.first { $0.id == joined.id(of: id) }
    return card.map { .removed($0.id, name: $0.name, lastRemoval(of: id)) }
  }
}
