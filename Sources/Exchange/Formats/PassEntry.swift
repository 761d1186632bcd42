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
  /// The styles of cards that have a balance and belong to a person: others have prices, and names of events.
  private static let cardStyles: Set = ["storeCard", "generic"]
  private static let holderKeys: Set = [
    "holder", "cardholder", "member", "membername", "customer", "customername",
    "passenger", "passengername",
  ]
  private static let holderLabels = Set(
    TableField.holder.names + ["name", "nom", "nombre", "nome", "naam", "imie"])
  private static let pinKeys: Set = ["pin", "pincode"]
  /// Fewer digits would be anybody's guess; they are a number of tries, for example.
  private static let leastPIN = 3
  /// Names of a balance that are also a part of longer ones, as in “Remaining balance”.
  private static let balanceWords: Set = [
    "balance", "guthaben", "restguthaben", "restwert", "saldo", "solde", "tegoed", "remaining",
    "left", "rest",
  ]
  /// The keys that are read, and those that say nothing about the card.
  private static let read: Set = Set(
    [
      "formatVersion", "passTypeIdentifier", "serialNumber", "teamIdentifier", "organizationName",
      "logoText", "description", "voided", "backgroundColor", "foregroundColor", "labelColor",
      "expirationDate", "barcode", "barcodes", "suppressStripShine", "sharingProhibited",
      "groupingIdentifier",
    ] + styles.map(\.key))
  /// The field of our own passes with the first day.
  static let validFromKey = "validFrom"
  /// When an event begins; for other passes, when the phone suggests them.
  private static let timeKeys: Set = ["relevantDate", "relevantDates"]
  private static let formatPrefix = "PKBarcodeFormat"
  /// More times of one event than a person reads.
  private static let mostTimes = 10
  /// What the style of a time is called that is not shown.
  static let noStyle = "PKDateStyleNone"
  /// About the most bytes of the fields' texts, more than a note has: thousands of fields may have one long translation.
  private static let mostFieldBytes = 1 << 18

  let pass: JSONValue
  /// Translations by what they replace, without white space around them.
  let texts: [String: String]

  /// Whether a value is a pass.
  static func match(_ value: JSONValue) -> Bool {
    let keys = ["passTypeIdentifier", "serialNumber", "organizationName", "formatVersion"]
    return keys.count { value[$0] != nil } >= 2
  }

  /// Reads the pass.
  ///
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
    let colour = pass["backgroundColor"].text
    card.colour = WrittenValue.colour(colour)
    if card.colour == nil, !colour.isEmpty { card.leftOut.append("backgroundColor") }
    try addCode(to: &card)
    addFields(of: style?.key, besides: names, to: &card)
    let isEvent = card.kind == .ticket
    if isEvent {
      let begins = relevantMoments(of: &card)
      card.validFrom = begins.first?.day ?? card.validFrom
      addTimes(of: begins, to: &card)
    }
    card.expires = card.day(
      pass["expirationDate"].text, inNoteAs: "Expires", read: WrittenValue.day)
    card.leftOut += pass.unreadKeys(besides: isEvent ? Self.read.union(Self.timeKeys) : Self.read)
    return card
  }

  private static func format(of code: JSONValue) -> String {
    let written = code["format"].text.isEmpty ? code["type"].text : code["format"].text
    return written.hasPrefix(formatPrefix)
      ? String(written.dropFirst(formatPrefix.count)) : written
  }

  /// The first barcode whose kind is known: `barcodes` come before the older `barcode`.
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
    else { throw UnreadableEntry(reason: .codeTooLong) }
    // The others hold the same in kinds for older systems; EAN-13 has a zero in front of UPC-A's digits.
    let digits = message.drop { $0 == "0" }
    if all.contains(where: { $0["message"].text.drop { $0 == "0" } != digits }) {
      card.leftOut.append("barcodes")
    }
    let printed = translated(code["altText"].text)
    let isOther = ![message, card.codes.last?.text].contains(printed)
    if !printed.isEmpty, isOther { card.number = printed }
  }

  /// Puts fields where they belong, and all others into the note, one in each line.
  private func addFields(
    of style: String?, besides names: [String], to card: inout ForeignCard
  ) {
    var lines = names.filter { !$0.isEmpty && $0 != card.name }
    var bytesLeft = Self.mostFieldBytes
    var hasOtherMoney = false
    for key in Self.fieldKeys {
      for field in style.flatMap({ pass[$0] })?[key].elements ?? [] {
        guard bytesLeft > 0 else {
          card.leftOut.append(key)
          break
        }
        let label = translated(field["label"].text)
        let plain = translated(field["value"].text)
        let attributed = plain.isEmpty ? translated(field["attributedValue"].text) : ""
        bytesLeft -= label.utf8.count + plain.utf8.count + attributed.utf8.count
        let value = plain.isEmpty ? Self.withoutTags(attributed) : plain
        let isOfCard = Self.cardStyles.contains(style ?? "")
        if isOfCard, key != "backFields", !field["currencyCode"].text.isEmpty {
          hasOtherMoney = true
        }
        guard !value.isEmpty,
          !put(value, of: field, labelled: label, into: &card, isOfCard: isOfCard)
        else { continue }
        let text = shown(value, of: field)
        lines.append(label.isEmpty ? text : "\(label): \(text)")
      }
    }
    // A price or a fee, or a balance by a name that is not known.
    if hasOtherMoney, card.balance == nil { doubtBalance(of: &card) }
    var known: Set<String> = []
    card.note = lines.filter { known.insert($0).inserted }.joined(separator: "\n")
  }

  /// Puts a field's value where it belongs.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - field: The field.
  ///   - label: Its label.
  ///   - card: Gets the value.
  ///   - isOfCard: Whether an amount of money may be a balance, and a name that of the card's holder.
  /// - Returns: Whether a card has a place for it.
  private func put(
    _ value: String, of field: JSONValue, labelled label: String, into card: inout ForeignCard,
    isOfCard: Bool
  ) -> Bool {
    let key = field["key"].text.lowercased().filter(\.isLetter)
    let words = [key, label.lowercased().filter(\.isLetter)]
    let unit = Self.unit(of: field, words)
    let isMoney = isOfCard && unit.isMoney && Self.isBalance(key, label)
    if card.balance == nil, isMoney || key == "balance" || key == "points",
      keepBalance(value, of: field, in: unit, on: &card)
    {
      return true
    }
    let isName =
      key == "name" && (label.isEmpty || Self.holderLabels.contains(Folding.folded(label)))
    if card.holder.isEmpty, Self.holderKeys.contains(key) || isOfCard && isName {
      card.holder = value
    } else if card.pin.isEmpty, Self.isPIN(value, words, label) {
      card.pin = value
    } else if card.codes.isEmpty, card.number.isEmpty, words.contains("cardnumber") {
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

  /// Whether a field's label, or its key if it has none, says that its amount is what is left on the card.
  private static func isBalance(_ key: String, _ label: String) -> Bool {
    TableField.balance.names.contains(label.isEmpty ? key : Folding.folded(label))
      || Folding.words(label).contains { balanceWords.contains(String($0)) }
  }

  /// Whether a field's key or label names a PIN, and the value looks like one: a few digits.
  private static func isPIN(_ value: String, _ words: [String], _ label: String) -> Bool {
    let isNamed =
      words.contains(where: pinKeys.contains)
      || Folding.words(label).contains { pinKeys.contains(String($0)) }
    return isNamed && value.count >= leastPIN && value.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Makes a field's amount the balance, or else says in a doubt that it is one, and leaves it for the note.
  ///
  /// - Returns: Whether it is the balance.
  private func keepBalance(
    _ value: String, of field: JSONValue, in unit: WrittenAmount.Unit, on card: inout ForeignCard
  ) -> Bool {
    guard let balance = Self.amount(value, of: field, in: unit) else {
      if value.contains(where: \.isNumber) { doubtBalance(of: &card) }
      return false
    }
    card.balance = balance
    let isNumber = if case .number? = field["value"] { true } else { false }
    if balance.currency.isEmpty, unit == .unknown,
      isNumber || WrittenAmount(value)?.hasUnit == false
    {
      card.doubts.append(.noCurrency)
    }
    return true
  }

  private func doubtBalance(of card: inout ForeignCard) {
    if !card.doubts.contains(.unclearBalance) { card.doubts.append(.unclearBalance) }
  }

  /// The unit that a field states besides its value: its currency, or that its key or label calls it points.
  private static func unit(of field: JSONValue, _ words: [String]) -> WrittenAmount.Unit {
    let currency = WrittenValue.currency(field["currencyCode"].text)
    if !currency.isEmpty { return .currency(currency) }
    return words.contains { WrittenAmount.unit(named: $0) == .points } ? .points : .unknown
  }

  private static func amount(
    _ value: String, of field: JSONValue, in unit: WrittenAmount.Unit
  ) -> Balance? {
    if case .number? = field["value"] { return WrittenAmount.balance(ofNumber: value, in: unit) }
    return WrittenAmount.balance(value, in: unit)
  }

  /// A field's value as people read it: a date with its time of day, and an amount with its currency.
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
    // A day alone is often written as its midnight.
    let hasTime = timeStyle.isEmpty ? moment.minute != 0 : timeStyle != Self.noStyle
    return hasTime ? moment.words : moment.dayWords
  }

  /// When the pass is of use, the earliest first: `relevantDate`, and `relevantDates` since 2024 (Apple, Pass).
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

  /// Keeps the times at which an event begins, which a day does not have, in front of the note unless a field shows them.
  private func addTimes(of begins: [WrittenMoment], to card: inout ForeignCard) {
    let times = begins.filter { $0.minute != nil && $0.minute != 0 }.prefix(Self.mostTimes)
      .map(\.words).filter { time in
        !card.note.split(separator: "\n").contains { $0 == time || $0.hasSuffix(": \(time)") }
      }
    let lines = times.map { "When: \($0)" } + [card.note].filter { !$0.isEmpty }
    card.note = lines.joined(separator: "\n")
  }

  private func translated(_ text: String) -> String { texts[text] ?? PlainText.trimmed(text) }

  /// The text without the tags of its links.
  private static func withoutTags(_ text: String) -> String {
    var isInside = false
    let plain = text.filter { character in
      if character == "<" { isInside = true }
      defer { if character == ">" { isInside = false } }
      return !isInside
    }
    return PlainText.trimmed(plain.streamSafe)
  }
}
