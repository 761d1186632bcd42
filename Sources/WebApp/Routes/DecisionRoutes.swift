internal import Cards
internal import VaultStore
internal import Wallet

/// Conflicts and duplicates, and the decisions about them; each is saved at once.
struct DecisionRoutes: Sendable {
  private let cards: CardRoutes

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("conflicts", list)
    calls.get("conflict-value", value)
    calls.save("resolve", resolve)
    calls.save("join", join)
  }

  /// `conflicts`: everything that needs a decision.
  func list(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    return .json(await DecisionsReport(of: vault, on: try .today()))
  }

  private struct Choice: Decodable {
    let card: String
    let field: String
    /// From 1.
    let number: Int
    /// When the value was written, as the page showed it.
    let made: String
  }

  /// The conflict that a request names, and its side.
  private func conflict(
    _ choice: Choice, in vault: Vault
  ) async throws -> (conflict: FieldConflict, side: FieldConflict.ConcurrentValue) {
    let id = try CardRoutes.id(choice.card)
    guard
      let conflict = await vault.conflicts(of: id).first(where: { $0.field == choice.field }),
      choice.number > 0, conflict.sides.indices.contains(choice.number - 1),
      // Another value may have that number by now.
      conflict.sides[choice.number - 1].made.description == choice.made
    else { throw WebError.gone("this was decided already") }
    return (conflict, conflict.sides[choice.number - 1])
  }

  /// `conflict-value`: a value of a conflict, without its mask.
  func value(_ call: Call) async throws -> Answer {
    let choice = try call.json(Choice.self)
    let vault = try await cards.holder.vault()
    let chosen = try await conflict(choice, in: vault)
    let value = chosen.conflict.hidden(of: chosen.side) ?? chosen.conflict.text(of: chosen.side)
    return .json(["value": value].compactMapValues(\.self))
  }

  /// `resolve`: keeps one value of a field.
  func resolve(_ call: Call) async throws -> Answer {
    let choice = try call.json(Choice.self)
    let vault = try await cards.holder.vault()
    let chosen = try await conflict(choice, in: vault)
    await vault.beginCommand()
    try await CardResolution(of: chosen.conflict.card, in: vault).decide([chosen])
    var report = ResolutionReport(id: choice.card)
    report.decided = [choice.field]
    return .json(report)
  }

  private struct Pair: Decodable { let ids: [String] }

  /// `join`: joins the second card into the first.
  func join(_ call: Call) async throws -> Answer {
    let ids = try call.json(Pair.self).ids.map { try CardRoutes.id($0) }
    guard ids.count == 2 else { throw DecodingError.malformed("not two cards") }
    let vault = try await cards.holder.vault()
    let resolution = CardResolution(of: ids[0], in: vault)
    guard let (kept, other) = await resolution.pair(with: ids[1]) else { throw CardRoutes.gone }
    let join = CardJoin(other, into: kept)
    await vault.beginCommand()
    guard let joined = try await resolution.join(join) else { throw CardRoutes.gone }
    var report = ResolutionReport(id: joined.id.description)
    report.joined = [other.id.description]
    report.words = join.balanceWords
    return .json(report)
  }
}
