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
    calls.save("undo", undo)
  }

  /// `use`: notes that a card is used now.
  func use(_ call: Call) async throws -> Answer {
    let vault = try await cards.holder.vault()
    let card = try await cards.card(call.json(CardRoutes.Named.self).id, in: vault)
    await vault.beginCommand()
    let used = try await vault.use([card])
    return .json(ChangeReport(used: used))
  }

  private struct Amounting: Decodable {
    let id: String
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
    let card = try await cards.card(request.id, in: vault)
    await vault.beginCommand()
    return (amount, card, vault)
  }

  private struct Editing: Decodable {
    let id: String
    let fields: CardFields
  }

  /// `edit`: changes the typed fields.
  func edit(_ call: Call) async throws -> Answer {
    let request = try call.json(Editing.self)
    let vault = try await cards.holder.vault()
    let id = try CardRoutes.id(request.id)
    guard let card = try await vault.edit(id, request.fields, today: .today()) else {
      throw CardRoutes.gone
    }
    return .json(ChangeReport(changed: [card.id], words: "Changed: \(card.name)"))
  }

  private struct EditingSeveral: Decodable {
    let ids: [String]
    let fields: SharedFields
  }

  /// `edit-several`: changes cards alike; those that are gone are skipped.
  func editSeveral(_ call: Call) async throws -> Answer {
    let request = try call.json(EditingSeveral.self)
    let ids = try request.ids.map { try CardRoutes.id($0) }
    let vault = try await cards.holder.vault()
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

  private struct Removing: Decodable { let ids: [String] }

  /// `remove`: removes cards; those that are already gone are skipped.
  func remove(_ call: Call) async throws -> Answer {
    let ids = try call.json(Removing.self).ids.map { try CardRoutes.id($0) }
    let vault = try await cards.holder.vault()
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

  private struct Undoing: Decodable {
    /// The stamp of the change that a person wants undone; without it, whatever was last.
    var stamp: String?
    /// The card whose last change is meant, from any device; without it, this device's last change.
    var id: String?
  }

  /// `undo`: undoes the last change of a card, or the last one that this device made.
  func undo(_ call: Call) async throws -> Answer {
    let request = try call.json(Undoing.self)
    let vault = try await cards.holder.vault()
    if let seen = request.stamp, seen != (await cards.holder.stamp) {
      throw Failure(
        "nothing was undone", because: "something else was changed since",
        try: "look at the card's history", status: .conflict)
    }
    var chosen: Card?
    if let id = request.id { chosen = try await cards.cardOrRemoved(id, in: vault) }
    // Otherwise it would count as a part of what it undoes.
    await vault.beginCommand()
    let report = try await vault.undoReported(chosen?.id)
    guard !report.undone.isEmpty else {
      var failure = Failure(nothingUndone: chosen)
      failure.advice =
        chosen != nil
        ? "look at the card's history"
        : "undo in the history of a card, for a change made on another device"
      throw failure
    }
    return .json(report)
  }
}
