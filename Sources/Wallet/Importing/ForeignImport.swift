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

  /// The ids that this import gives to cards.
  private var taken: Set<CardID> = []

  /// Compares a file with a vault; nothing is stored.
  ///
  /// - Parameters:
  ///   - reading: What the file holds.
  ///   - vault: Where the cards go.
  package init(_ reading: ForeignReading, into vault: Vault) async {
    source = reading.source
    let cards = await vault.cards
    for foreign in reading.cards {
      let standing = await standing(of: foreign, among: cards, in: vault)
      entries.append(
        ForeignEntry(
          name: foreign.name, standing: standing, doubts: foreign.doubts,
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
    of foreign: ForeignCard, among cards: [Card], in vault: Vault
  ) async -> ForeignEntry.Standing {
    if foreign.holdsKey { return .key }
    // Imported before: whatever a person changed since then stays.
    if let card = cards.first(where: foreign.isOrigin) { return .known(card) }
    if let own = foreign.ownID, let card = await vault.card(own) { return .known(card) }
    guard let code = foreign.codes.first else { return .new(foreign.card(id: randomID())) }
    switch await vault.known(code) {
    case .held(let card): return completed(card, by: foreign)
    case .removed, .purged: return .staysRemoved
    case nil: break
    }
    let id = await vault.id(for: code)
    // Two cards of a file may share a code.
    return .new(foreign.card(id: taken.insert(id).inserted ? id : randomID()))
  }

  /// A card with the same code, with what it lacks; its origin says so, so that this happens only once.
  private mutating func completed(_ card: Card, by foreign: ForeignCard) -> ForeignEntry.Standing {
    guard taken.insert(card.id).inserted else { return .known(card) }
    var joined = card.joined(with: foreign.card(id: card.id))
    if joined.hasPartialCode { joined.review = card.review }
    if joined == card { return .known(card) }
    if !card.origin.isEmpty { joined.origin = "\(card.origin); \(foreign.origin)" }
    return .changed(joined)
  }

  private func randomID() -> CardID {
    var generator = SystemRandomNumberGenerator()
    return CardID(using: &generator)
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
