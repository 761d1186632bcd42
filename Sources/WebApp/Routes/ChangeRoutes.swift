internal import Cards
internal import VaultStore
internal import Wallet

/// Changes to cards; each is a command of its own, which one undo takes back.
struct ChangeRoutes: Sendable {
  private let cards: CardRoutes

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.save("use", use)
    calls.save("spend", spend)
    calls.save("top-up", topUp)
    calls.save("edit", edit)
    calls.save("edit-several", editSeveral)
    calls.save("add", add)
    calls.save("remove", remove)
  }

  /// `use`: notes that a card is used now.
  func use(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let named = try call.json(CardRoutes.Named.self)
    let card = try await cards.card(named.id, seenAs: named.version, in: vault)
    await vault.beginCommand()
    let used = try await vault.use([card])
    return .json(ChangeReport(used: used))
  }

  private struct Amounting: Decodable {
    let id: String
    var version: Int?
    let amount: String
  }

  /// `spend`: subtracts an amount from a card's balance.
  func spend(_ call: Call) async throws -> Answer {
    let (amount, card, vault) = try await amount(call)
    let left = try await vault.spend(amount, on: card)
    return .json(ChangeReport(spentFrom: card, left: left))
  }

  /// `top-up`: adds an amount to a card's balance.
  func topUp(_ call: Call) async throws -> Answer {
    let (amount, card, vault) = try await amount(call)
    let balance = try await vault.topUp(amount, on: card)
    return .json(ChangeReport(toppedUp: card, balance: balance))
  }

  private func amount(_ call: Call) async throws -> (TypedAmount, Card, Vault) {
    let request = try call.json(Amounting.self)
    let amount = try TypedAmount(request.amount)
    let vault = try await cards.holder.vault()
    let card = try await cards.card(request.id, seenAs: request.version, in: vault)
    await vault.beginCommand()
    return (amount, card, vault)
  }

  private struct Editing: Decodable {
    let id: String
    var version: Int?
    let fields: CardFields
  }

  /// `edit`: changes the typed fields.
  func edit(_ call: Call) async throws -> Answer {
    let request = try call.json(Editing.self)
    let vault = try await cards.holder.vault()
    let id = try CardRoutes.id(request.id)
    guard let seen = request.version else { throw CardRoutes.unseen }
    guard let card = try await vault.edit(id, seenAs: seen, request.fields, today: .today())
    else { throw CardRoutes.gone }
    return .json(ChangeReport(changed: [card.id], words: "Changed: \(card.name)"))
  }

  private struct EditingSeveral: Decodable {
    let ids: [String]
    var versions: [String: Int]?
    let fields: SharedFields
  }

  /// `edit-several`: changes cards alike; those that were gone already are skipped.
  func editSeveral(_ call: Call) async throws -> Answer {
    let request = try call.json(EditingSeveral.self)
    let ids = try request.ids.map { try CardRoutes.id($0) }
    let vault = try await cards.holder.vault()
    try await cards.check(request.ids, seenAs: request.versions, in: vault)
    let changed = try await vault.edit(ids, request.fields)
    return .json(ChangeReport(changed: changed, words: "Changed: \(changed.count)"))
  }

  private struct Adding: Decodable {
    let fields: CardFields
    var duplicate: Bool?
  }

  /// `add`: adds a card that was typed.
  func add(_ call: Call) async throws -> Answer {
    let request = try call.json(Adding.self)
    let vault = try await cards.holder.vault()
    let card = try await vault.add(
      request.fields, allowsDuplicate: request.duplicate ?? false, today: .today())
    return .json(ChangeReport(added: [card.id], words: "Added: \(card.name)"))
  }

  private struct Removing: Decodable {
    let ids: [String]
    var versions: [String: Int]?
  }

  /// `remove`: removes cards; those of several that were gone already are skipped.
  func remove(_ call: Call) async throws -> Answer {
    let request = try call.json(Removing.self)
    let ids = try request.ids.map { try CardRoutes.id($0) }
    let vault = try await cards.holder.vault()
    try await cards.check(request.ids, seenAs: request.versions, in: vault)
    if ids.count == 1 { _ = try await cards.card(request.ids[0], in: vault) }
    await vault.beginCommand()
    var removed: [Card] = []
    for id in ids {
      // Joined cards have several ids.
      guard let card = await vault.card(id), !removed.contains(where: { $0.id == card.id }) else {
        continue
      }
      removed.append(card)
    }
    try await vault.remove(ids)
    let names = removed.map { "“\($0.name)”" }
    return .json(ChangeReport(removed: removed.map(\.id), words: "Removed: \(names.shown)"))
  }
}
