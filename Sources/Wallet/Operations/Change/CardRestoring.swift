package import Cards
package import VaultFormat
package import VaultStore

extension Vault {
  /// Makes a card as it was after one of its changes; a removed card comes back.
  ///
  /// - Parameters:
  ///   - id: The card.
  ///   - number: The number of the change in its history, from 1.
  /// - Returns: The card as it is now, and whether that is different from before; `nil` if there is no such change, or
  ///   it left the card removed.
  /// - Throws: As `save`.
  package func restore(
    _ id: CardID, toChange number: Int
  ) throws(VaultError) -> (card: Card, isChanged: Bool)? {
    let changes = changes(of: id)
    guard number >= 1, number <= changes.count, let target = changes[number - 1].card else {
      return nil
    }
    let before = card(id)
    var wanted = target
    // The vault itself records when it was added and changed.
    if let before { (wanted.added, wanted.changed) = (before.added, before.changed) }
    let isChanged = wanted != before
    if isChanged { try save([target]) }
    return (card(id) ?? target, isChanged)
  }
}
