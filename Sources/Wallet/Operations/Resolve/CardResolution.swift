package import Cards
internal import VaultFormat
package import VaultStore

/// The conflicts and duplicates of one card, and the decisions about them; each is saved at once.
package struct CardResolution: Sendable {
  /// The vault of the card.
  package let vault: Vault
  /// The card's id.
  package let id: CardID

  /// Creates a resolution for a card.
  package init(of id: CardID, in vault: Vault) {
    self.id = id
    self.vault = vault
  }

  /// Whether anything needs a decision.
  package var isNeeded: Bool {
    get async {
      guard await vault.conflicts(of: id).isEmpty else { return true }
      return await !vault.duplicates(of: id).isEmpty
    }
  }

  /// Decides fields that two devices changed concurrently.
  ///
  /// - Parameter choices: Conflicts of the card, each with the chosen side.
  /// - Throws: `WalletError.removed`, `.changedMeanwhile` or `.vault`.
  package func decide(
    _ choices: [(conflict: FieldConflict, side: FieldConflict.ConcurrentValue)]
  ) async throws(WalletError) {
    try await vault.checkSeen([id])
    try await WalletError.wrapping { () throws(VaultError) in try await vault.decide(choices) }
  }

  /// The two cards that would be joined.
  ///
  /// - Returns: Both as they are now; `nil` if one is gone or they are already joined.
  package func pair(with other: CardID) async -> (kept: Card, other: Card)? {
    guard let kept = await vault.card(id), let other = await vault.card(other),
      kept.id != other.id
    else { return nil }
    return (kept, other)
  }

  /// Joins two cards.
  ///
  /// - Returns: The joined card; `nil` if one of the two is gone or they are already joined.
  /// - Throws: `WalletError.removed`, `.changedMeanwhile` or `.vault`.
  package func join(_ join: CardJoin) async throws(WalletError) -> Card? {
    try await vault.checkSeen([join.joined.id, join.going.id])
    return try await WalletError.wrapping { () throws(VaultError) in
      try await vault.join(join.going.id, into: join.joined)
    }
  }
}

extension Vault {
  /// Other cards that share a code with this one.
  ///
  /// - Returns: The cards, sorted by name.
  package func duplicates(of id: CardID) -> [Card] {
    var known: Set<CardID> = [id]
    return duplicates.filter { $0.cards.contains { $0.id == id } }.flatMap(\.cards)
      .filter { known.insert($0.id).inserted }
  }
}

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

extension CardJoin {
  /// Which of two balances is kept, and which is not; `nil` where there is nothing to choose.
  package var balanceWords: String? {
    guard let kept = balances.first, let other = balances.last else { return nil }
    return
      "The two balances are not added together: \(kept.shown) is kept, \(other.shown) is not."
  }
}

/// The decisions about a card, as JSON.
package struct ResolutionReport: Encodable, Sendable {
  let id: String
  /// The fields that were decided.
  package var decided: [String] = []
  /// The ids of the cards that were joined into this one.
  package var joined: [String] = []
  /// Which of two balances is kept, in words; absent where there was nothing to choose.
  package var words: String?

  /// Creates an empty report for the card with this id.
  package init(id: String) { self.id = id }
}

extension Vault {
  /// The decisions that a card needs; `nil` for none.
  package func decisions(on card: Card) -> Suggestion? {
    var words: [String] = []
    let count = conflictCount(of: card.id)
    if count > 0 {
      words.append(
        count == 1
          ? "One field was changed on two devices" : "\(count) fields were changed on two devices")
    }
    let others = duplicates(of: card.id).map { "“\($0.name)”" }
    if !others.isEmpty {
      words.append("The same code is also on " + others.joined(separator: ", "))
    }
    return words.isEmpty
      ? nil : Suggestion(words.joined(separator: ". "), .run("resolve", .card(card)))
  }
}
