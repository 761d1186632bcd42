package import Cards
package import Exchange
internal import VaultFormat
package import VaultStore

/// What an import of another wallet's file would do, to be shown before it is stored in one change.
package struct ForeignImport: Sendable {
  /// The program that wrote the file.
  package let source: ForeignSource
  /// The file's cards, in its order, and then what could not be read.
  package private(set) var entries: [ForeignEntry] = []

  /// The vault's cards, and then also the new ones.
  private var earlier: EarlierCards
  /// The ids of the cards that belong to a card of this file.
  private var taken: Set<CardID>

  /// Compares a file with a vault; nothing is stored.
  ///
  /// - Parameters:
  ///   - reading: What the file holds.
  ///   - vault: Where the cards go.
  package init(_ reading: ForeignReading, into vault: Vault) async {
    source = reading.source
    let earlier = EarlierCards(await vault.rememberedCards)
    self.earlier = earlier
    taken = Set(reading.cards.compactMap { earlier.card(from: $0)?.card.id })
    for foreign in reading.cards {
      let standing = await standing(of: foreign, in: vault)
      entries.append(
        ForeignEntry(
          name: foreign.name, standing: standing, doubts: foreign.allDoubts,
          leftOut: foreign.leftOut + (foreign.photos.isEmpty ? [] : ["photos"])))
    }
    entries += reading.unreadable.map {
      ForeignEntry(name: $0.name, standing: .unreadable($0.reason), doubts: [], leftOut: [])
    }
  }

  /// The cards that `store` saves, new and changed ones.
  package var cardsToSave: [Card] { entries.compactMap(\.cardToSave) }

  /// Saves the cards in one change, which one undo takes back.
  ///
  /// - Parameter vault: The vault that the file was compared with.
  /// - Throws: `WalletError.vault`; then none of them was saved.
  package func store(in vault: Vault) async throws(WalletError) {
    let cards = cardsToSave
    guard !cards.isEmpty else { return }
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save(cards) }
  }

  private mutating func standing(
    of foreign: ForeignCard, in vault: Vault
  ) async -> ForeignEntry.Standing {
    if foreign.holdsKey { return .key }
    // Imported before: whatever a person changed since then stays.
    let same = earlier.card(from: foreign) ?? foreign.ownID.flatMap { earlier.card($0) }
    if let same { return same.isRemoved ? .staysRemoved : .known(same.card) }
    if let own = foreign.ownID, let card = await vault.card(own) { return .known(card) }
    guard let code = foreign.codes.first else { return added(foreign.card(id: randomID())) }
    let id = await vault.id(for: code)
    let holders = earlier.holders(of: code, id, named: foreign)
    if let holder = holders.first(where: { !isSibling($0, of: foreign) }) {
      return holder.isRemoved ? .staysRemoved : completed(holder.card, by: foreign)
    }
    if holders.isEmpty, await vault.isRemovedByPerson(id) { return .staysRemoved }
    let isFree = earlier.card(id) == nil && !taken.contains(id)
    return added(foreign.card(id: isFree ? id : randomID()))
  }

  /// Whether a card with the same code belongs to another card of the other wallet, as two vouchers may share one.
  private func isSibling(_ holder: RememberedCard, of foreign: ForeignCard) -> Bool {
    if foreign.sourceID.isEmpty, foreign.hasName(of: holder) { return false }
    if taken.contains(holder.card.id) { return true }
    let others = holder.origins.contains { $0.hasPrefix("\(foreign.source.name), ") }
    return !foreign.sourceID.isEmpty && others && !foreign.hasName(of: holder)
  }

  private mutating func added(_ card: Card) -> ForeignEntry.Standing {
    taken.insert(card.id)
    earlier.add(RememberedCard(card))
    return .new(card)
  }

  /// A card with the same code, with what it lacks; its origin says so, so that this happens only once.
  private mutating func completed(_ card: Card, by foreign: ForeignCard) -> ForeignEntry.Standing {
    guard taken.insert(card.id).inserted else { return .known(card) }
    var joined = card.joined(with: foreign.card(id: card.id))
    if joined.hasPartialCode { joined.review = card.review }
    if joined == card { return .known(card) }
    let gained = joined.fieldsGained(since: card)
    if !card.origin.isEmpty { joined.origin = "\(card.origin); \(foreign.origin)" }
    return .changed(joined, gaining: gained)
  }

  private func randomID() -> CardID {
    var generator = SystemRandomNumberGenerator()
    return CardID(using: &generator)
  }
}

extension Card {
  /// The names of the fields that it lacked before.
  fileprivate func fieldsGained(since before: Card) -> [String] {
    let changes = [
      ("code", codes != before.codes), ("number", printedNumber != before.printedNumber),
      ("holder", holder != before.holder), ("PIN", pin != before.pin),
      ("web address", webAddress != before.webAddress), ("tags", tags != before.tags),
      ("note", note != before.note), ("first day", validFrom != before.validFrom),
      ("last day", expires != before.expires), ("balance", balance != before.balance),
      ("favourite", isFavourite != before.isFavourite), ("colour", colour != before.colour),
      ("kind", kind != before.kind), ("last use", lastUsed != before.lastUsed),
      ("review", review != before.review),
    ]
    return changes.filter(\.1).map(\.0)
  }
}

extension ForeignCard {
  /// The id that this program gave it.
  fileprivate var ownID: CardID? {
    guard source == .cardvault, sourceID.utf8.count == 2 * CardID.byteCount else { return nil }
    let digits = sourceID.map(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place -> UInt8? in
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      return UInt8(high << 4 | low)
    }
    return CardID(bytes)
  }
}
