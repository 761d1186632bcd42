internal import Cards
internal import VaultStore
internal import Wallet

/// The past of cards: each card's history, and its earlier states, also of removed ones.
struct HistoryRoutes: Sendable {
  private let cards: CardRoutes

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.save("restore", restore)
    calls.get("history", history)
    calls.save("restore-to", restoreTo)
  }

  private struct Several: Decodable { let ids: [String] }

  /// `restore`: restores removed cards in one step; those that are back already are left alone.
  func restore(_ call: Call) async throws -> Answer {
    let ids = try call.json(Several.self).ids.map { try CardRoutes.id($0) }
    let vault = try await cards.holder.vault()
    let restored = await vault.removedCards.filter { ids.contains($0.id) }
    await vault.beginCommand()
    try await vault.save(restored)
    let names = restored.map { "“\($0.name)”" }
    return .json(
      ChangeReport(
        restored: restored.map(\.id),
        words: restored.isEmpty ? "Nothing to restore." : "Restored: \(names.shown)"))
  }

  /// `history`: all changes to a card, even a removed one, oldest first.
  func history(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.cardOrRemoved(call.json(CardRoutes.Named.self).id, in: vault)
    let changes = HistoryReport.all(await vault.changes(of: card.id))
    let version = await vault.version(of: card.id)
    return .json(History(name: card.name, version: version, changes: changes))
  }

  private struct History: Encodable, Sendable {
    let name: String
    /// What `restore-to` sends back.
    let version: Int
    /// The oldest first.
    let changes: [HistoryReport]
  }

  private struct Target: Decodable {
    let id: String
    var version: Int?
    /// The id of the change.
    let change: String
  }

  /// `restore-to`: makes a card what it was after a change.
  func restoreTo(_ call: Call) async throws -> Answer {
    let target = try call.json(Target.self)
    let vault = try await cards.holder.vault()
    let card = try await cards.cardOrRemoved(target.id, in: vault)
    try await vault.check(card.id, seenAs: target.version)
    await vault.beginCommand()
    let restored = try await vault.restore(card, toChange: target.change)
    return .json(
      ChangeReport(
        changed: restored.isChanged ? [card.id] : [], words: "Restored: \(restored.card.name)"))
  }
}
