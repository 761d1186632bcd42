package import Cards

/// The ids of cards that a command changed, for scripts.
package struct ChangeReport: Encodable, Sendable {
  let changed: [String]?
  let removed: [String]?
  let restored: [String]?
  /// How many photos were kept; absent if there are none.
  let photosKept: Int?
  /// What is left on the one card that it changed; absent where the command does not change it.
  let balance: CardReport.Amount?

  /// Creates a report from the ids of the cards, `nil` for kinds of change that the command does not make, the number
  /// of photos that it kept, and the balance that it changed.
  package init(
    changed: [String]? = nil, removed: [String]? = nil, restored: [String]? = nil,
    photosKept: Int = 0, balance: Balance? = nil
  ) {
    self.changed = changed
    self.removed = removed
    self.restored = restored
    self.photosKept = photosKept == 0 ? nil : photosKept
    self.balance = balance.map(CardReport.Amount.init)
  }
}
