internal import Cards

extension [Card] {
  /// The balance of all these cards, for the end of a report; empty if they have none, or different ones.
  package var balanceReport: String {
    let balances = Set(map(\.balance))
    guard balances.count == 1, let balance = balances.first ?? nil else { return "" }
    return ", balance \(balance.shown)"
  }
}
