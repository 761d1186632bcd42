internal import Cards

/// Reads the items of the VoucherVault that runs on a server: its database's dump, or a list of items with the names of its
/// columns.
///
/// The keys are those of its model; a dump (Django's `dumpdata`) has them one level down, beside the item's key.
enum VoucherVaultItems {
  private static let read: Set = [
    "id", "type", "name", "redeem_code", "code_type", "pin", "issuer", "issue_date", "expiry_date",
    "description", "value", "value_type", "currency", "is_used", "tile_color", "is_pinned",
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
    for (index, entry) in value.elements.enumerated()
    where entry["model"] == nil || fields(entry)["redeem_code"] != nil {
      let name = fields(entry)["name"].text.trimmed
      reading.add(named: name, at: "entry \(index + 1)") { () throws(UnreadableEntry) in
        try card(fields(entry), id: entry["pk"].text, name: name)
      }
    }
    return reading
  }

  private static func fields(_ entry: JSONValue) -> JSONValue { entry["fields"] ?? entry }

  private static func card(
    _ item: JSONValue, id: String, name: String
  ) throws(UnreadableEntry) -> ForeignCard {
    guard case .object = item else { throw .notACard }
    let issuer = item["issuer"].text.trimmed
    guard !name.isEmpty || !issuer.isEmpty else { throw .noName }
    let code = item["redeem_code"].text.trimmed
    guard !code.isEmpty else { throw .noNumber }
    let mark = id.isEmpty ? item["id"].text : id
    var card = ForeignCard(
      source: .voucherVault, sourceID: mark, name: name.isEmpty ? issuer : name)
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
    addValue(of: item, to: &card)
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

  /// What it is worth: money becomes the balance, and a share such as 10 % is in the note.
  private static func addValue(of item: JSONValue, to card: inout ForeignCard) {
    let text = item["value"].text
    guard let value = WrittenValue.thousandths(text), value != 0 else {
      if !text.isEmpty, WrittenValue.thousandths(text) == nil {
        card.keep(text, inNoteAs: "Balance", .unclearBalance)
      }
      return
    }
    let kind = item["value_type"].text
    guard kind.isEmpty || kind == money else {
      let line = "Value: \(text)\(kind == "percentage" ? " %" : " (\(kind.limited(to: 40)))")"
      card.note = [card.note, line].filter { !$0.isEmpty }.joined(separator: "\n")
      return
    }
    let currency = WrittenValue.currency(item["currency"].text)
    card.balance = Balance(thousandths: value, currency: currency)
    if currency.isEmpty { card.doubts.append(.noCurrency) }
  }
}
