internal import Cards

/// Reads Voucher Vault's export: an array of objects.
enum VoucherVaultList {
  /// Its colours, from its source code.
  private static let colours: [String: UInt32] = [
    "GREY": 0x808080, "BLUE": 0x0000FF, "GREEN": 0x008000, "ORANGE": 0xFFA500, "PURPLE": 0x800080,
    "RED": 0xFF0000, "YELLOW": 0xFFFF00,
  ]

  private static let read: Set = [
    "uuid", "description", "code", "codeType", "expires", "removeOnceExpired", "balance",
    "balanceMilliunits", "color", "notes",
  ]

  /// Whether a value is such an export.
  static func match(_ value: JSONValue) -> Bool {
    value.elements.contains { $0["uuid"] != nil && $0["codeType"] != nil }
  }

  /// Reads an export.
  static func reading(_ value: JSONValue) -> ForeignReading {
    var reading = ForeignReading(source: .voucherVault)
    for (index, entry) in value.elements.enumerated() {
      let name = entry["description"].text.trimmed
      reading.add(named: name, at: "entry \(index + 1)") { () throws(UnreadableEntry) in
        try card(entry, name: name)
      }
    }
    return reading
  }

  private static func card(
    _ entry: JSONValue, name: String
  ) throws(UnreadableEntry) -> ForeignCard {
    guard case .object = entry else { throw .notACard }
    guard !name.isEmpty else { throw .noName }
    let code = entry["code"].text
    guard !code.isEmpty else { throw .noNumber }
    var card = ForeignCard(source: .voucherVault, sourceID: entry["uuid"].text, name: name)
    card.note = entry["notes"].text
    let kind = entry["codeType"].text
    if kind == "TEXT" {
      card.number = code
      card.doubts.append(.noCode)
    } else if !WrittenCode.add(code, as: kind, in: "", to: &card) {
      throw .codeTooLong
    }
    card.expires = card.day(entry["expires"].text, inNoteAs: "Expires", read: WrittenValue.day)
    addBalance(entry, to: &card)
    let colour = entry["color"].text
    card.colour = colours[colour]
    if card.colour == nil, !colour.isEmpty { card.leftOut.append("color") }
    if entry["removeOnceExpired"].isTrue { card.leftOut.append("removeOnceExpired") }
    card.leftOut += entry.unreadKeys(except: read)
    // It does not distinguish vouchers from cards.
    card.kind = card.balance != nil || card.doubts.contains(.unclearBalance) ? .gift : nil
    return card
  }

  private static func addBalance(_ entry: JSONValue, to card: inout ForeignCard) {
    let (units, milliunits) = (entry["balance"].text, entry["balanceMilliunits"].text)
    if units.isEmpty && milliunits.isEmpty { return }
    let text = Int64(milliunits).map(DecimalAmount.text) ?? units
    // It writes 20 as 20.0.
    if let balance = WrittenAmount.balance(ofNumber: text, in: .unknown) {
      card.balance = balance
      card.doubts.append(.noCurrency)
    } else if text.isEmpty {
      card.leftOut.append("balanceMilliunits")
    } else {
      card.keep(text, inNoteAs: "Balance", .unclearBalance)
    }
  }
}
