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
    let used = try await vault.use(card)
    let words = used.isOneTime ? "Used up: \(used.name)" : "Used: \(used.name)"
    return .json(ChangedCard(used, try await cards.moment(of: vault), words: words))
  }

  private struct Spending: Decodable {
    let id: String
    let amount: String
  }

  /// `spend`: subtracts an amount from a card's balance.
  func spend(_ call: Call) async throws -> Answer {
    let request = try call.json(Spending.self)
    let amount = try TypedAmount(request.amount)
    let vault = try await cards.holder.vault()
    let card = try await cards.card(request.id, in: vault)
    await vault.beginCommand()
    let left = try await vault.spend(amount, on: card)
    return .json(
      ChangedCard(
        await vault.card(card.id) ?? card, try await cards.moment(of: vault),
        words: "Left: \(left.shown)"))
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
    return .json(ChangedCard(card, try await cards.moment(of: vault)))
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
    return .json(["count": try await vault.edit(ids, request.fields)])
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
    return .json(ChangedCard(card, try await cards.moment(of: vault)))
  }

  private struct Removing: Decodable { let ids: [String] }

  /// `remove`: removes cards; those that are already gone are skipped.
  func remove(_ call: Call) async throws -> Answer {
    let ids = try call.json(Removing.self).ids.map { try CardRoutes.id($0) }
    let vault = try await cards.holder.vault()
    await vault.beginCommand()
    try await vault.remove(ids)
    return .done
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
    let (reports, skipped) = try await vault.undoReported(chosen?.id)
    guard !reports.isEmpty else {
      var failure = Failure(nothingUndone: chosen)
      failure.advice =
        chosen != nil
        ? "look at the card's history"
        : "undo in the history of a card, for a change made on another device"
      throw failure
    }
    let note = skipped.undoSkipped.map { "; skipped: \($0)" } ?? ""
    return .json(["words": "Undone: " + reports.deeds.joined(separator: "; ") + note])
  }
}
