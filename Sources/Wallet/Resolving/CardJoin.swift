package import Cards

/// Two cards that are to become one.
package struct CardJoin: Sendable, Hashable {
  /// The card that goes.
  package let going: Card
  /// The card that stays, as it will be: with the codes and tags of both.
  package private(set) var joined: Card
  /// The two balances, that of the card that stays first, where both have one and they differ; else none.
  ///
  /// They are never added up: a person says which one is right, and until then the first one counts.
  package let balances: [Balance]

  /// Plans to join two cards.
  ///
  /// - Parameters:
  ///   - going: The card that goes.
  ///   - staying: The card that stays.
  package init(_ going: Card, into staying: Card) {
    self.going = going
    joined = staying.joined(with: going)
    let both = [staying.balance, going.balance].compactMap(\.self)
    balances = Set(both).count == 2 ? both : []
  }

  /// Decides which balance is right.
  ///
  /// - Parameter balance: One of `balances`.
  package mutating func keep(_ balance: Balance) {
    precondition(balances.contains(balance))
    joined.balance = balance
  }
}
