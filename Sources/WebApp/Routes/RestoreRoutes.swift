internal import Cards
internal import VaultStore
internal import Wallet

/// The past of cards: removed ones, and each card's history.
struct RestoreRoutes: Sendable {
  private let cards: CardRoutes

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("removed", removed)
    calls.save("restore", restore)
    calls.get("history", history)
    calls.save("restore-to", restoreTo)
  }

  private struct List: Encodable, Sendable { let cards: [ListedCard] }

  /// `removed`: the cards that can be restored.
  func removed(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let moment = try await cards.moment(of: vault)
    return .json(List(cards: await vault.removedCards.map { ListedCard($0, moment) }))
  }

  /// `restore`: restores a removed card; one that is already back is left alone.
  func restore(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.cardOrRemoved(call.json(CardRoutes.Named.self).id, in: vault)
    if await vault.card(card.id) == nil {
      await vault.beginCommand()
      try await vault.save([card])
    }
    return .json(
      ChangedCard(await vault.card(card.id) ?? card, try await cards.moment(of: vault)))
  }

  /// `history`: all changes to a card, even a removed one, oldest first.
  func history(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.cardOrRemoved(call.json(CardRoutes.Named.self).id, in: vault)
    let reports = HistoryReport.all(await vault.changes(of: card.id))
    return .json(HistoryAnswer(name: card.name, changes: reports.map(HistoryAnswer.Change.init)))
  }

  private struct Target: Decodable {
    let id: String
    let number: Int
  }

  /// `restore-to`: makes a card what it was after a change.
  func restoreTo(_ call: Call) async throws -> Answer {
    let target = try call.json(Target.self)
    let vault = try await cards.holder.vault()
    let card = try await cards.cardOrRemoved(target.id, in: vault)
    await vault.beginCommand()
    guard let restored = try await vault.restore(card.id, toChange: target.number) else {
      throw Failure(
        "“\(card.name.printable)” was not changed",
        because: "there is no state to go back to after change \(target.number)",
        try: "choose an earlier change", status: .nothingFound)
    }
    return .json(ChangedCard(restored.card, try await cards.moment(of: vault)))
  }
}
