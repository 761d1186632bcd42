package import Cards

/// A plan to join two cards into one.
package struct CardJoin: Sendable, Hashable {
  /// The card that is joined into the other.
  package let going: Card
  /// The resulting card, with the codes and tags of both.
  package private(set) var joined: Card
  /// Both balances if they differ, first that of the card that stays; otherwise empty.
  ///
  /// They are never added up: a person decides which one is right, and until then the first one counts.
  package let balances: [Balance]

  /// Creates a plan to join two cards.
  ///
  /// - Parameters:
  ///   - going: The card that is joined into the other.
  ///   - staying: The card that stays.
  package init(_ going: Card, into staying: Card) {
    self.going = going
    joined = staying.joined(with: going)
    let both = [staying.balance, going.balance].compactMap(\.self)
    balances = Set(both).count == 2 ? both : []
  }

  /// Sets the balance that is right.
  ///
  /// - Parameter balance: One of `balances`.
  package mutating func keep(_ balance: Balance) {
    precondition(balances.contains(balance))
    joined.balance = balance
  }
}
