package import Cards
internal import VaultFormat
package import VaultStore

/// What a change did to cards, as JSON and in words.
package struct ChangeReport: Encodable, Sendable {
  // The ids of the cards; absent for kinds of change that the operation does not make.
  let added: [String]?
  let changed: [String]?
  let removed: [String]?
  let restored: [String]?
  /// How many photos were kept; absent if there are none.
  let photosKept: Int?
  /// What is left on the one card that it changed; absent where the operation does not change it.
  let balance: CardReport.Amount?
  /// What happened, in one line.
  package let words: String

  /// Reports the cards of each kind of change that the operation makes.
  package init(
    added: [CardID]? = nil, changed: [CardID]? = nil, removed: [CardID]? = nil,
    restored: [CardID]? = nil, photosKept: Int = 0, balance: Balance? = nil, words: String
  ) {
    self.added = added?.map(\.description)
    self.changed = changed?.map(\.description)
    self.removed = removed?.map(\.description)
    self.restored = restored?.map(\.description)
    self.photosKept = photosKept == 0 ? nil : photosKept
    self.balance = balance.map(CardReport.Amount.init)
    self.words = words
  }

  /// Reports a use at the till, after which one-time cards are used up.
  package init(used cards: [Card]) {
    let (gone, others) = (cards.filter(\.isOneTime), cards.filter { !$0.isOneTime })
    let words = [("Used", others), ("Used up", gone)].filter { !$0.1.isEmpty }.map { what, cards in
      "\(what): \(cards.map(\.name).joined(separator: ", "))"
    }
    self.init(changed: cards.map(\.id), words: words.joined(separator: ". "))
  }

  /// Reports drafts that were accepted because their codes are sure.
  package init(accepted cards: [Card]) {
    self.init(
      changed: cards.map(\.id),
      words: cards.isEmpty ? "No sure drafts to accept." : "Accepted: \(cards.count)")
  }

  /// Reports what was spent from a card, and what is left.
  package init(spentFrom card: Card, left: Balance) {
    self.init(
      changed: [card.id], balance: left, words: "Left on \(card.name): \(left.shown)")
  }
}

extension ChangeReport {
  /// Reports the balance of a card after something was added to it.
  package init(toppedUp card: Card, balance: Balance) {
    self.init(
      changed: [card.id], balance: balance, words: "Now on \(card.name): \(balance.shown)")
  }
}

/// Using a card at the till.
extension Vault {
  /// Records that cards are used now; a one-time card is then used up.
  ///
  /// - Returns: The cards as they are now.
  /// - Throws: `.usedUp` if one was used up before, or as `current` does; then nothing changes.
  package nonisolated func use(_ seen: [Card]) async throws(WalletError) -> [Card] {
    let cards = try await current(seen)
    if let gone = cards.first(where: { $0.isOneTime && $0.usedAt != nil }) {
      throw .usedUp(gone.id)
    }
    let moment = Vault.wallClock()
    let used = cards.map { card in
      var used = card
      used.lastUsed = max(moment, card.lastUsed ?? moment)
      if card.isOneTime { used.usedAt = moment }
      return used
    }
    try await WalletError.wrapping { () throws(VaultError) in try await save(used) }
    return used
  }

  /// Subtracts an amount from a card's balance.
  ///
  /// - Parameters:
  ///   - amount: The amount spent; without a unit, in the unit of the balance.
  ///   - card: The card.
  /// - Returns: What is left.
  /// - Throws: `WalletError.zeroAmount`, `.noBalance`, `.otherUnit`, `.text`, `.notEnough`, or as `current` does.
  package nonisolated func spend(
    _ amount: TypedAmount, on card: Card
  ) async throws(WalletError) -> Balance {
    let (balance, spent) = try await amounts(amount, card)
    guard spent.thousandths <= balance.thousandths else { throw .notEnough(balance, on: card.id) }
    try await WalletError.wrapping { () throws(VaultError) in
      try await spend(spent.thousandths, from: card.id)
    }
    return await self.card(card.id)?.balance ?? balance
  }

  /// Adds an amount to a card's balance.
  ///
  /// - Parameters:
  ///   - amount: The amount added; without a unit, in the unit of the balance.
  ///   - card: The card.
  /// - Returns: What is on it now.
  /// - Throws: `WalletError.zeroAmount`, `.noBalance`, `.otherUnit`, `.text`, or as `current` does.
  package nonisolated func topUp(
    _ amount: TypedAmount, on card: Card
  ) async throws(WalletError) -> Balance {
    let (balance, added) = try await amounts(amount, card)
    try await WalletError.wrapping { () throws(VaultError) in
      try await topUp(added.thousandths, on: card.id)
    }
    return await self.card(card.id)?.balance ?? balance
  }

  /// A card's balance as it is now, and a typed amount in its unit.
  private nonisolated func amounts(
    _ amount: TypedAmount, _ card: Card
  ) async throws(WalletError) -> (balance: Balance, change: Balance) {
    guard let balance = try await current([card])[0].balance else { throw .noBalance(card.id) }
    let change = try amount.balance(inUnitOf: balance)
    guard change.thousandths > 0 else { throw .zeroAmount }
    guard change.currency == balance.currency else { throw .otherUnit(balance) }
    return (balance, change)
  }
}

extension Vault {
  /// Makes a card as it was after one of its changes; a removed card comes back.
  ///
  /// - Parameters:
  ///   - card: The card, also a removed one.
  ///   - digits: The id of the change in its history, or the first digits of it.
  /// - Returns: The card as it is now, and whether that is different from before.
  /// - Throws: `Failure` if there is no such change, or it left the card removed; otherwise as `save`.
  package func restore(
    _ card: Card, toChange digits: String
  ) throws -> (card: Card, isChanged: Bool) {
    let found = changes(of: card.id).filter { $0.identity.begins(with: digits) }
    guard let change = found.last, found.allSatisfy({ $0.identity == change.identity }) else {
      throw Failure(noChange: digits, of: card)
    }
    guard let target = change.card else {
      throw Failure(
        "“\(card.name.printable)” was not changed",
        because:
          "change \(digits.shownDigits) left it removed, so there is no state to go back to",
        try: "use the id of an earlier change", onPage: "choose an earlier change",
        status: .nothingFound)
    }
    let before = self.card(card.id)
    var wanted = target
    // The vault itself records when it was added and changed.
    if let before { (wanted.added, wanted.changed) = (before.added, before.changed) }
    let isChanged = wanted != before
    if isChanged { try save([target]) }
    return (self.card(card.id) ?? target, isChanged)
  }
}

extension Card {
  /// Creates a card that a person types in.
  ///
  /// - Parameters:
  ///   - name: Its name as typed.
  ///   - code: Its code; `nil` if it has none.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package init(typed name: String, code: Barcode?) throws(WalletError) {
    let name = try CardText.name(name)
    var generator = SystemRandomNumberGenerator()
    self.init(id: CardID(using: &generator), name: name, codes: code.map { [$0] } ?? [])
    origin = Self.typedOrigin
  }
}
