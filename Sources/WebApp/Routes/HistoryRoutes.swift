internal import Cards
internal import VaultStore
internal import Wallet

/// The past of cards: removed ones, and each card's history.
struct HistoryRoutes: Sendable {
  private let cards: CardRoutes

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("removed", removed)
    calls.save("restore", restore)
    calls.get("history", history)
    calls.save("restore-to", restoreTo)
  }

  private struct List: Encodable, Sendable { let cards: [CardReport] }

  /// `removed`: the cards that can be restored.
  func removed(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let moment = await CardMoment(of: vault, on: try .today())
    return .json(List(cards: ListOutcome(removed: await vault.removedCards, moment).reports))
  }

  /// `restore`: restores a removed card; one that is already back is left alone.
  func restore(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.cardOrRemoved(call.json(CardRoutes.Named.self).id, in: vault)
    if await vault.card(card.id) == nil {
      await vault.beginCommand()
      try await vault.save([card])
    }
    return .json(ChangeReport(restored: [card.id], words: "Restored: \(card.name)"))
  }

  /// `history`: all changes to a card, even a removed one, oldest first.
  func history(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.cardOrRemoved(call.json(CardRoutes.Named.self).id, in: vault)
    let changes = HistoryReport.all(await vault.changes(of: card.id))
    return .json(History(name: card.name, changes: changes))
  }

  private struct History: Encodable, Sendable {
    let name: String
    /// The oldest first.
    let changes: [HistoryReport]
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
    return .json(
      ChangeReport(
        changed: restored.isChanged ? [card.id] : [], words: "Restored: \(restored.card.name)"))
  }
}
