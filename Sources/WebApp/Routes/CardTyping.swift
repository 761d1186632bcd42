internal import Cards
internal import VaultStore
internal import Wallet

/// Changes that a person typed: the card is read and saved in one step, so that no other request interferes.
extension Vault {
  /// A card with what a person typed; nothing is saved yet.
  ///
  /// - Returns: The card as it should become.
  /// - Throws: `FieldRefusal` and `DecodingError`.
  func typing(_ fields: CardFields, on card: Card, today: CalendarDate) throws -> Card {
    var edited = card
    let index = try index(ofCodeIn: fields, on: card)
    let original = card.codes.indices.contains(index) ? card.codes[index] : nil
    let replaced = index..<min(index + 1, card.codes.count)
    let change = try FieldRefusal.naming("code") {
      try fields.codeChange(replacing: original, today: today)
    }
    switch change {
    case .unchanged: break
    case .cleared: edited.codes.removeSubrange(replaced)
    case .typed(let barcode):
      try FieldRefusal.naming("code") { try check(barcode, for: card.id) }
      edited.codes.replaceSubrange(replaced, with: [barcode])
    }
    try fields.apply(to: &edited)
    return edited
  }

  /// Which code a page means; the number of codes where that is a new one.
  private func index(ofCodeIn fields: CardFields, on card: Card) throws(WalletError) -> Int {
    guard let shown = fields.replaces else { return card.indexOfCodeToType }
    if shown.isEmpty { return card.codes.count }
    guard let index = card.codes.firstIndex(where: { $0.text == shown }) else {
      throw .changedMeanwhile(card.id, name: card.name)
    }
    return index
  }

  /// Changes fields of a card.
  ///
  /// - Returns: The card as it is now; `nil` if it never was there.
  /// - Throws: `FieldRefusal`, `VaultError` and `DecodingError`; `WalletError` if it is not as it was seen.
  func edit(
    _ id: CardID, seenAs version: Int?, _ fields: CardFields, today: CalendarDate
  ) throws -> Card? {
    guard let original = try card(id, seenAs: version) else { return nil }
    let edited = try typing(fields, on: original, today: today)
    if edited != original {
      beginCommand()
      try save([edited])
    }
    return card(id)
  }

  /// Changes several cards in one step, which one undo takes back; those that are gone are skipped.
  ///
  /// - Returns: The cards that changed.
  /// - Throws: `FieldRefusal` and `VaultError`; then none of them changed.
  func edit(_ ids: [CardID], _ fields: SharedFields) throws -> [CardID] {
    var edited: [CardID: Card] = [:]
    // Joined cards have several ids.
    for original in ids.compactMap(card) where edited[original.id] == nil {
      var changed = original
      try fields.apply(to: &changed)
      if changed != original { edited[original.id] = changed }
    }
    guard !edited.isEmpty else { return [] }
    beginCommand()
    try save(Array(edited.values))
    return edited.keys.sorted()
  }

  /// Adds a card; `allowsDuplicate` if another card may have its code.
  ///
  /// - Returns: The card as it was stored.
  /// - Throws: `FieldRefusal`, `VaultError` and `DecodingError`.
  func add(_ fields: CardFields, allowsDuplicate: Bool, today: CalendarDate) throws -> Card {
    var barcode: Barcode?
    let change = try FieldRefusal.naming("code") {
      try fields.codeChange(replacing: nil, today: today)
    }
    if case .typed(let typed) = change { barcode = typed }
    let code = barcode
    var new = try FieldRefusal.naming("name") { try Card(typed: fields.name ?? "", code: code) }
    if let barcode {
      do throws(WalletError) {
        try check(barcode)
      } catch {
        guard case .codeTaken = error, allowsDuplicate else {
          throw FieldRefusal(field: "code", cause: error)
        }
      }
    }
    try fields.apply(to: &new)
    beginCommand()
    try save([new])
    // Only a count for the statistics.
    try? add([.typed])
    return card(new.id) ?? new
  }
}
