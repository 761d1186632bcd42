internal import Cards

/// A pass (Apple's PassKit Package Format) as a card.
struct PassEntry {
  /// Kinds of passes in the order in which they are looked for.
  private static let styles: [(key: String, kind: CardKind)] = [
    ("storeCard", .loyalty), ("coupon", .coupon), ("eventTicket", .ticket),
    ("boardingPass", .ticket), ("generic", .other),
  ]
  private static let fieldKeys = [
    "headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields",
  ]
  private static let holderKeys: Set = [
    "name", "holder", "cardholder", "member", "membername", "customer", "customername",
    "passenger", "passengername",
  ]
  private static let formatPrefix = "PKBarcodeFormat"

  let pass: JSONValue
  /// Translations by what they replace.
  let texts: [String: String]

  /// Whether a value is a pass.
  ///
  /// - Parameter value: The file's value.
  /// - Returns: Whether it is.
  static func match(_ value: JSONValue) -> Bool {
    let keys = ["passTypeIdentifier", "serialNumber", "organizationName", "formatVersion"]
    return keys.count { value[$0] != nil } >= 2
  }

  /// Reads the pass.
  ///
  /// - Returns: Its card.
  /// - Throws: Why it is none.
  func card() throws(UnreadableEntry) -> ForeignCard {
    let names = ["organizationName", "logoText", "description"].map { translated(pass[$0].text) }
    guard let name = names.first(where: { !$0.isEmpty }) else {
      throw UnreadableEntry(reason: .noName)
    }
    let id = [pass["passTypeIdentifier"].text, pass["serialNumber"].text]
    var card = ForeignCard(
      source: .pass, sourceID: id.filter { !$0.isEmpty }.joined(separator: " "), name: name)
    let style = Self.styles.first { pass[$0.key] != nil }
    card.kind = style?.kind
    card.isArchived = pass["voided"].isTrue
    card.colour = WrittenValue.colour(pass["backgroundColor"].text)
    card.validFrom = day("relevantDate", of: &card)
    card.expires = day("expirationDate", of: &card)
    try addCode(to: &card)
    addFields(of: style.flatMap { pass[$0.key] }, besides: names, to: &card)
    let others = ["authenticationToken", "webServiceURL", "nfc", "userInfo"]
    card.leftOut += others.filter { pass[$0] != nil }.sorted()
    return card
  }

  /// The first barcode that is drawn: `barcodes` come before the older `barcode`.
  private func addCode(to card: inout ForeignCard) throws(UnreadableEntry) {
    let all = pass["barcodes"].elements + [pass["barcode"]].compactMap(\.self)
    guard let code = all.first(where: { !$0["message"].text.isEmpty }) else {
      card.doubts.append(.noCode)
      return
    }
    let message = code["message"].text
    let written = code["format"].text.isEmpty ? code["type"].text : code["format"].text
    let format =
      written.hasPrefix(Self.formatPrefix)
      ? String(written.dropFirst(Self.formatPrefix.count)) : written
    guard
      WrittenCode.add(message, as: format, in: code["messageEncoding"].text, to: &card)
    else { throw UnreadableEntry(reason: .codeTooLong) }
    let printed = translated(code["altText"].text)
    if !printed.isEmpty, printed != message { card.number = printed }
  }

  /// Puts fields where they belong, and all others into the note, one in each line.
  private func addFields(
    of style: JSONValue?, besides names: [String], to card: inout ForeignCard
  ) {
    var lines = names.filter { !$0.isEmpty && $0 != card.name }
    for field in Self.fieldKeys.flatMap({ style?[$0].elements ?? [] }) {
      let value = value(of: field)
      if value.isEmpty { continue }
      let key = field["key"].text.lowercased().filter(\.isLetter)
      let currency = WrittenValue.currency(field["currencyCode"].text)
      if card.balance == nil, !currency.isEmpty || key == "balance" || key == "points",
        let amount = WrittenValue.thousandths(value)
      {
        card.balance = Balance(thousandths: amount, currency: currency)
      } else if card.holder.isEmpty, Self.holderKeys.contains(key) {
        card.holder = value
      } else if card.pin.isEmpty, key == "pin" {
        card.pin = value
      } else {
        let label = translated(field["label"].text)
        lines.append(label.isEmpty ? value : "\(label): \(value)")
      }
    }
    var known: Set<String> = []
    card.note = lines.filter { known.insert($0).inserted }.joined(separator: "\n")
  }

  private func value(of field: JSONValue) -> String {
    let plain = translated(field["value"].text)
    return plain.isEmpty ? Self.withoutTags(translated(field["attributedValue"].text)) : plain
  }

  private func day(_ key: String, of card: inout ForeignCard) -> CalendarDate? {
    let text = pass[key].text
    let day = WrittenValue.day(text)
    if day == nil, !text.isEmpty { card.leftOut.append(key) }
    return day
  }

  private func translated(_ text: String) -> String { PlainText.trimmed(texts[text] ?? text) }

  /// The text without the tags of its links.
  private static func withoutTags(_ text: String) -> String {
    var isInside = false
    return PlainText.trimmed(
      String(
        text.filter { character in
          if character == "<" { isInside = true }
          defer { if character == ">" { isInside = false } }
          return !isInside
        }))
  }
}
