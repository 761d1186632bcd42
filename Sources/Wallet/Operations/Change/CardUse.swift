package import Cards
internal import VaultFormat
package import VaultStore

/// Using a card at the till.
extension Vault {
  /// Records that a card is used now; a one-time card is then used up.
  ///
  /// - Returns: The card as it is now.
  /// - Throws: `WalletError.vault`, or `.usedUp` if it was used up before.
  package nonisolated func use(_ card: Card) async throws(WalletError) -> Card {
    if card.isOneTime, card.usedAt != nil { throw .usedUp }
    var used = card
    let moment = Vault.wallClock()
    used.lastUsed = max(moment, card.lastUsed ?? moment)
    if card.isOneTime { used.usedAt = moment }
    let changed = used
    try await WalletError.wrapping { () throws(VaultError) in try await save([changed]) }
    return used
  }

  /// Subtracts an amount from a card's balance.
  ///
  /// - Parameters:
  ///   - amount: The amount spent; without a unit, in the unit of the balance.
  ///   - card: The card.
  /// - Returns: What is left.
  /// - Throws: `WalletError.zeroAmount`, `.noBalance`, `.otherUnit`, `.text`, `.notEnough` or `.vault`.
  package nonisolated func spend(
    _ amount: TypedAmount, on card: Card
  ) async throws(WalletError) -> Balance {
    guard let balance = card.balance else { throw .noBalance }
    let spent = try amount.balance(inUnitOf: balance)
    guard spent.thousandths > 0 else { throw .zeroAmount }
    guard spent.currency == balance.currency else { throw .otherUnit(balance) }
    guard spent.thousandths <= balance.thousandths else { throw .notEnough(balance) }
    try await WalletError.wrapping { () throws(VaultError) in
      try await spend(spent.thousandths, from: card.id)
    }
    return await self.card(card.id)?.balance ?? balance
  }
}
