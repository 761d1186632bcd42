internal import Cards

/// Reads a pass (Apple's PassKit Package Format) as a card.
struct PassEntry {
  /// Kinds of passes, in order of precedence.
  private static let styles: [(key: String, kind: CardKind)] = [
    ("storeCard", .loyalty), ("coupon", .coupon), ("eventTicket", .ticket),
    ("boardingPass", .ticket), ("generic", .other),
  ]
  private static let fieldKeys = [
    "headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields",
  ]
  /// The styles of cards that have a balance and a holder: in others, there are prices and names of events.
  private static let cardStyles: Set = ["storeCard", "generic"]
  private static let holderKeys: Set = [
    "holder", "cardholder", "member", "membername", "customer", "customername",
    "passenger", "passengername",
  ]
  private static let holderLabels = Set(
    TableField.holder.names + ["name", "nom", "nombre", "nome", "naam", "imie"])
  /// The keys that mean a balance on any pass, as on ours; on cards, the fields' names decide.
  private static let balanceKeys: Set = ["balance", "points"]
  /// The keys that are read, and those that do not concern the card.
  private static let read: Set = Set(
    [
      "formatVersion", "passTypeIdentifier", "serialNumber", "teamIdentifier", "organizationName",
      "logoText", "description", "voided", "backgroundColor", "foregroundColor", "labelColor",
      "expirationDate", "barcode", "barcodes", "suppressStripShine", "sharingProhibited",
      "groupingIdentifier",
    ] + styles.map(\.key))
  /// The key of the first day in our own passes.
  static let validFromKey = "validFrom"
  /// The times of events; for other passes, when the phone suggests them.
  private static let timeKeys: Set = ["relevantDate", "relevantDates"]
  private static let formatPrefix = "PKBarcodeFormat"
  /// The most times of an event that are kept.
  private static let maxTimes = 10
  /// The style of a time that is not shown.
  static let noStyle = "PKDateStyleNone"
  /// About the most bytes of the fields' texts, more than a note can hold: thousands of fields may share a long translation.
  private static let maxFieldBytes = 1 << 18

  let pass: JSONValue
  /// Translations, trimmed, by what they replace.
  let texts: [String: String]

  /// Whether a value is a pass.
  static func match(_ value: JSONValue) -> Bool {
    let keys = ["passTypeIdentifier", "serialNumber", "organizationName", "formatVersion"]
    return keys.count { value[$0] != nil } >= 2
  }

  func card() throws(UnreadableEntry) -> ForeignCard {
    let names = ["organizationName", "logoText", "description"].map { translated(pass[$0].text) }
    guard let name = names.first(where: { !$0.isEmpty }) else {
      throw .noName
    }
    let id = [pass["passTypeIdentifier"].text, pass["serialNumber"].text]
    var card = ForeignCard(
      source: .pass, sourceID: id.filter { !$0.isEmpty }.joined(separator: " "), name: name)
    let style = Self.styles.first { pass[$0.key] != nil }
    card.kind = style?.kind
    card.isArchived = pass["voided"].isTrue
    let colour = pass["backgroundColor"].text
    card.colour = WrittenValue.colour(colour)
    if card.colour == nil, !colour.isEmpty { card.leftOut.append("backgroundColor") }
    try addCode(to: &card)
    addFields(of: style?.key, after: names, to: &card)
    let isEvent = card.kind == .ticket
    if isEvent {
      let begins = relevantMoments(of: &card)
      card.validFrom = begins.first?.day ?? card.validFrom
      addTimes(of: begins, to: &card)
    }
    card.expires = card.day(
      pass["expirationDate"].text, inNoteAs: "Expires", read: WrittenValue.day)
    card.leftOut += pass.unreadKeys(except: isEvent ? Self.read.union(Self.timeKeys) : Self.read)
    return card
  }

  private static func format(of code: JSONValue) -> String {
    let written = code["format"].text.isEmpty ? code["type"].text : code["format"].text
    return written.hasPrefix(formatPrefix)
      ? String(written.dropFirst(formatPrefix.count)) : written
  }

  /// Adds the first barcode of a known symbology: `barcodes` precede the older `barcode`.
  private func addCode(to card: inout ForeignCard) throws(UnreadableEntry) {
    let all = (pass["barcodes"].elements + [pass["barcode"]].compactMap(\.self))
      .filter { !$0["message"].text.isEmpty }
    let known = all.first { Symbology(name: Self.format(of: $0)) != nil }
    guard let code = known ?? all.first else {
      card.doubts.append(.noCode)
      return
    }
    let message = code["message"].text
    let format = Self.format(of: code)
    guard
      WrittenCode.add(message, as: format, in: code["messageEncoding"].text, to: &card)
    else { throw .codeTooLong }
    // The others usually repeat it for older systems; EAN-13 has a zero before UPC-A's digits.
    let digits = message.drop { $0 == "0" }
    if all.contains(where: { $0["message"].text.drop { $0 == "0" } != digits }) {
      card.leftOut.append("barcodes")
    }
    let printed = translated(code["altText"].text)
    let isOther = ![message, card.codes.last?.text].contains(printed)
    if !printed.isEmpty, isOther { card.number = printed }
  }

  /// An amount that is certainly a balance.
  private struct Amount {
    let balance: Balance
    /// Whether its unit is stated.
    let hasUnit: Bool
  }

  /// The contents of the fields, for decisions that need all of them.
  private struct Fields {
    /// Lines for the note, with the balance in the line.
    var lines: [(text: String, amount: Amount?)]
    /// Secrets with their labels.
    var pins: [(label: String, value: String)] = []
    /// Whether there is an amount that may be a balance, a price or a fee.
    var hasOtherAmount = false
  }

  /// Puts fields where they belong, and all others into the note, one per line.
  private func addFields(
    of style: String?, after names: [String], to card: inout ForeignCard
  ) {
    var fields = Fields(
      lines: names.filter { !$0.isEmpty && $0 != card.name }.map { ($0, nil) })
    let isOfCard = Self.cardStyles.contains(style ?? "")
    var bytesLeft = Self.maxFieldBytes
    for key in Self.fieldKeys {
      for field in style.flatMap({ pass[$0] })?[key].elements ?? [] {
        guard bytesLeft > 0 else {
          card.leftOut.append(key)
          break
        }
        let fieldKey = field["key"].text
        let label = translated(field["label"].text)
        let plain = translated(field["value"].text)
        let attributed = plain.isEmpty ? translated(field["attributedValue"].text) : ""
        bytesLeft -= [fieldKey, label, plain, attributed].map(\.utf8.count).reduce(0, +)
        let value = plain.isEmpty ? Self.withoutTags(attributed) : plain
        if isOfCard, key != "backFields", !field["currencyCode"].text.isEmpty {
          fields.hasOtherAmount = true
        }
        if value.isEmpty { continue }
        let name = FieldName(key: fieldKey, label: label)
        if name.hides(value) {
          fields.pins.append((label, value))
          continue
        }
        let mayBeBalance =
          isOfCard || Self.balanceKeys.contains(fieldKey.lowercased().filter(\.isLetter))
        let amount = mayBeBalance ? balance(value, of: field, named: name, among: &fields) : nil
        if amount == nil,
          put(value, of: field, labelled: label, into: &card, isOfCard: isOfCard)
        {
          continue
        }
        let text = shown(value, of: field)
        fields.lines.append((label.isEmpty ? text : "\(label): \(text)", amount))
      }
    }
    card.keepPINs(fields.pins)
    keepBalance(of: &fields, on: &card)
    var known: Set<String> = []
    card.note = fields.lines.map(\.text).filter { known.insert($0).inserted }
      .joined(separator: "\n")
  }

  /// Puts a field's value where it belongs; a name is the holder's only in a card's style (`cardStyles`).
  ///
  /// - Returns: Whether a card has a place for it.
  private func put(
    _ value: String, of field: JSONValue, labelled label: String, into card: inout ForeignCard,
    isOfCard: Bool
  ) -> Bool {
    let key = field["key"].text.lowercased().filter(\.isLetter)
    let isName =
      key == "name" && (label.isEmpty || Self.holderLabels.contains(Folding.folded(label)))
    if card.holder.isEmpty, Self.holderKeys.contains(key) || isOfCard && isName {
      card.holder = value
    } else if card.codes.isEmpty, card.number.isEmpty,
      [key, label.lowercased().filter(\.isLetter)].contains("cardnumber")
    {
      card.number = value
    } else if field["key"].text == Self.validFromKey,
      let begin = WrittenMoment(value, ignoringOffset: field["ignoresTimeZone"].isTrue)
    {
      card.validFrom = begin.day
    } else if card.webAddress.isEmpty, key == "web" {
      card.webAddress = value
    } else {
      return false
    }
    return true
  }

  /// The balance in a field, if that is certain; otherwise, an amount that may be one is noted in `fields`.
  private func balance(
    _ value: String, of field: JSONValue, named name: FieldName, among fields: inout Fields
  ) -> Amount? {
    let isNumber = if case .number? = field["value"] { true } else { false }
    let written = isNumber ? nil : WrittenAmount(value)
    guard name.isBalance else {
      if name.mentionsBalance, isNumber || written != nil { fields.hasOtherAmount = true }
      return nil
    }
    let currency = WrittenValue.currency(field["currencyCode"].text)
    let unit: WrittenAmount.Unit =
      !currency.isEmpty ? .currency(currency) : name.countsPoints ? .points : .unknown
    guard let balance = Self.amount(value, of: field, in: unit) else {
      if value.contains(where: \.isNumber) { fields.hasOtherAmount = true }
      return nil
    }
    return Amount(balance: balance, hasUnit: unit != .unknown || written?.hasUnit == true)
  }

  /// Keeps the balance if there is exactly one; otherwise, the amounts stay in the note, with a doubt.
  private func keepBalance(of fields: inout Fields, on card: inout ForeignCard) {
    let amounts = fields.lines.compactMap(\.amount)
    guard let first = amounts.first, amounts.allSatisfy({ $0.balance == first.balance }) else {
      if !amounts.isEmpty || fields.hasOtherAmount { card.doubts.append(.unclearBalance) }
      return
    }
    card.balance = first.balance
    if !amounts.contains(where: \.hasUnit) { card.doubts.append(.noCurrency) }
    fields.lines.removeAll { $0.amount != nil }
  }

  private static func amount(
    _ value: String, of field: JSONValue, in unit: WrittenAmount.Unit
  ) -> Balance? {
    if case .number? = field["value"] { return WrittenAmount.balance(ofNumber: value, in: unit) }
    return WrittenAmount.balance(value, in: unit)
  }

  /// A field's value for people: a date with its time of day, an amount with its currency.
  private func shown(_ value: String, of field: JSONValue) -> String {
    let currency = WrittenValue.currency(field["currencyCode"].text)
    if !currency.isEmpty {
      if case .number? = field["value"],
        let amount = Self.amount(value, of: field, in: .currency(currency))
      {
        return WrittenAmount.text(of: amount)
      }
      let hasUnit = value.contains { $0.isLetter || $0.isCurrencySymbol }
      return hasUnit || !value.contains(where: \.isNumber) ? value : "\(value) \(currency)"
    }
    let (dateStyle, timeStyle) = (field["dateStyle"].text, field["timeStyle"].text)
    guard !dateStyle.isEmpty || !timeStyle.isEmpty || WrittenMoment.hasTime(value),
      let moment = WrittenMoment(value, ignoringOffset: field["ignoresTimeZone"].isTrue)
    else { return value }
    // A day is often written as its midnight.
    let hasTime = timeStyle.isEmpty ? moment.minute != 0 : timeStyle != Self.noStyle
    return hasTime ? moment.words : moment.dayWords
  }

  /// When the pass is relevant, the earliest first: `relevantDate`, and `relevantDates` since 2024 (Apple, Pass).
  private func relevantMoments(of card: inout ForeignCard) -> [WrittenMoment] {
    let dates = pass["relevantDates"]
    let newer = dates.elements.map { ($0["startDate"] ?? $0["date"]).text }
    let moments = [
      ("relevantDate", [pass["relevantDate"].text]), ("relevantDates", [dates.text] + newer),
    ].flatMap { key, texts in
      let written = texts.filter { !$0.isEmpty }
      let found = written.compactMap { WrittenMoment($0) }
      if found.count < written.count { card.leftOut.append(key) }
      return found
    }
    return Set(moments).sorted()
  }

  /// Adds the times of an event at the start of the note, unless a field shows them.
  private func addTimes(of begins: [WrittenMoment], to card: inout ForeignCard) {
    let times = begins.filter { $0.minute != nil && $0.minute != 0 }.prefix(Self.maxTimes)
      .map(\.words).filter { time in
        !card.note.split(separator: "\n").contains { $0 == time || $0.hasSuffix(": \(time)") }
      }
    let lines = times.map { "When: \($0)" } + [card.note].filter { !$0.isEmpty }
    card.note = lines.joined(separator: "\n")
  }

  private func translated(_ text: String) -> String { texts[text] ?? text.trimmed }

  /// The text without the tags of its links.
  private static func withoutTags(_ text: String) -> String {
    var isInside = false
    let plain = text.filter { character in
      if character == "<" { isInside = true }
      defer { if character == ">" { isInside = false } }
      return !isInside
    }
    return plain.streamSafe.trimmed
  }
}
