internal import Cards

/// Reads the items of the VoucherVault that runs on a server: its database's dump, or a list of items with the names of its
/// columns.
///
/// The keys are those of its model; a dump (Django's `dumpdata`) has them one level down, beside the item's key. What was
/// spent of an item is in entries of their own, or in a list within it: their values, below zero, are added to the item's.
enum VoucherVaultItems {
  private static let read: Set = [
    "id", "type", "name", "redeem_code", "code_type", "pin", "issuer", "issue_date", "expiry_date",
    "description", "value", "value_type", "currency", "is_used", "tile_color", "is_pinned",
    "transactions",
    // What the server keeps for itself.
    "user", "logo_slug", "qr_code_base64", "default_expiry_notification_sent",
  ]
  private static let kinds: [String: CardKind] = [
    "voucher": .coupon, "giftcard": .gift, "coupon": .coupon, "loyaltycard": .loyalty,
  ]
  /// Its names of symbologies that differ from ours, from the library that draws them (bwip-js).
  private static let otherNames = [
    "azteccode": "Aztec", "interleaved2of5": "ITF", "rationalizedcodabar": "Codabar",
    "gs1-128": "GS1-128",
  ]
  private static let money = "money"

  /// Whether a value is such a list.
  static func match(_ value: JSONValue) -> Bool {
    value.elements.contains { fields($0)["redeem_code"] != nil && fields($0)["issuer"] != nil }
  }

  /// Reads a list; a dump also has entries of other kinds, such as users.
  static func reading(_ value: JSONValue) -> ForeignReading {
    var reading = ForeignReading(source: .voucherVault)
    var spent: [String: [String]] = [:]
    for entry in value.elements where isTransaction(entry) {
      spent[fields(entry)["item"].text, default: []].append(fields(entry)["value"].text)
    }
    for (index, entry) in value.elements.enumerated()
    where entry["model"] == nil || fields(entry)["redeem_code"] != nil {
      if isTransaction(entry) { continue }
      let item = fields(entry)
      let name = item["name"].text.trimmed
      let id = entry["pk"].text.isEmpty ? item["id"].text : entry["pk"].text
      let transactions =
        (id.isEmpty ? nil : spent[id]) ?? item["transactions"].elements.map { $0["value"].text }
      reading.add(named: name, at: "entry \(index + 1)") { () throws(UnreadableEntry) in
        try card(item, id: id, name: name, transactions: transactions)
      }
    }
    return reading
  }

  /// Whether an entry says what was spent of an item, whose key it has.
  private static func isTransaction(_ entry: JSONValue) -> Bool {
    let fields = fields(entry)
    return fields["redeem_code"] == nil && fields["item"] != nil && fields["value"] != nil
  }

  private static func fields(_ entry: JSONValue) -> JSONValue { entry["fields"] ?? entry }

  private static func card(
    _ item: JSONValue, id: String, name: String, transactions: [String]
  ) throws(UnreadableEntry) -> ForeignCard {
    guard case .object = item else { throw .notACard }
    let issuer = item["issuer"].text.trimmed
    guard !name.isEmpty || !issuer.isEmpty else { throw .noName }
    let code = item["redeem_code"].text.trimmed
    guard !code.isEmpty else { throw .noNumber }
    var card = ForeignCard(
      source: .voucherVault, sourceID: id, name: name.isEmpty ? issuer : name)
    let lines = [issuer == card.name || issuer.isEmpty ? "" : "Issuer: \(issuer)"]
    card.note = (lines + [item["description"].text.trimmed]).filter { !$0.isEmpty }
      .joined(separator: "\n")
    try addCode(code, as: item["code_type"].text, to: &card)
    card.pin = item["pin"].text
    card.validFrom = card.day(
      item["issue_date"].text, inNoteAs: "Valid from", read: WrittenValue.day)
    card.expires = card.day(item["expiry_date"].text, inNoteAs: "Expires", read: WrittenValue.day)
    card.kind = kinds[item["type"].text.lowercased()]
    card.isArchived = item["is_used"].isTrue
    card.isFavourite = item["is_pinned"].isTrue
    card.colour = WrittenValue.colour(item["tile_color"].text)
    addValue(of: item, transactions, to: &card)
    card.leftOut += item.unreadKeys(except: read)
    return card
  }

  private static func addCode(
    _ code: String, as type: String, to card: inout ForeignCard
  ) throws(UnreadableEntry) {
    if ["none", "text"].contains(type.lowercased()) {
      card.number = code
      card.doubts.append(.noCode)
      return
    }
    let guess = type.isEmpty ? GuessedCode(code) : nil
    if let guess { card.doubts.append(.guessedSymbology(guess.symbology)) }
    let name = guess?.symbology.name ?? otherNames[type.lowercased()] ?? type
    guard WrittenCode.add(guess?.text ?? code, as: name, in: "UTF-8", to: &card) else {
      throw .codeTooLong
    }
  }

  /// The sum of amounts, in thousandths; `nil` if one is not an amount, or the sum is too large for a balance.
  private static func sum(of texts: [String]) -> Int64? {
    var sum: Int64 = 0
    for text in texts {
      guard let amount = WrittenValue.thousandths(text) else { return nil }
      let (next, isOverflow) = sum.addingReportingOverflow(amount)
      if isOverflow { return nil }
      sum = next
    }
    return sum
  }

  /// What is left on it: money becomes the balance, and a share such as 10 % is in the note.
  private static func addValue(
    of item: JSONValue, _ transactions: [String], to card: inout ForeignCard
  ) {
    let text = item["value"].text
    let kind = item["value_type"].text
    guard kind.isEmpty || kind == money else {
      if text.isEmpty || WrittenValue.thousandths(text) == 0 { return }
      let line = "Value: \(text)\(kind == "percentage" ? " %" : " (\(kind.limited(to: 40)))")"
      card.note = [card.note, line].filter { !$0.isEmpty }.joined(separator: "\n")
      return
    }
    guard let left = sum(of: [text] + transactions) else {
      let parts = ([text] + transactions).filter { !$0.isEmpty }
      if !parts.isEmpty {
        card.keep(parts.joined(separator: " + "), inNoteAs: "Balance", .unclearBalance)
      }
      return
    }
    if left == 0, transactions.isEmpty { return }
    let currency = WrittenValue.currency(item["currency"].text)
    card.balance = Balance(thousandths: left, currency: currency)
    if currency.isEmpty { card.doubts.append(.noCurrency) }
  }
}
