internal import Cards

/// Reads the archive of PassAndroid's own passes, an `.espass`: its `main.json` says what the pass is.
enum EspassMembers {
  private static let name = "main.json"
  private static let kinds: [String: CardKind] = [
    "LOYALTY": .loyalty, "COUPON": .coupon, "VOUCHER": .coupon, "EVENT": .ticket,
    "BOARDING": .ticket, "GENERIC": .other,
  ]
  private static let read: Set = [
    "id", "type", "creator", "description", "barCode", "accentColor", "validTimespans",
    "calendarTimespan", "fields", "serial", "passIdent", "locations", "app",
    // A secret that fetches the pass again.
    "authToken", "webServiceURL",
  ]
  /// About the most bytes of the fields' texts, more than a note can hold.
  private static let maxFieldBytes = 1 << 18

  /// Reads the members of an archive.
  ///
  /// - Returns: The card; `nil` if the archive is no such pass.
  /// - Throws: Why its `main.json` cannot be read.
  static func reading(_ members: [String: [UInt8]]) throws(ForeignProblem) -> ForeignReading? {
    guard let bytes = members[name] else { return nil }
    let value = try JSONReader.value(of: DecodedText(bytes).text)
    guard match(value) else { return nil }
    var reading = ForeignReading(source: .pass)
    reading.add(named: title(of: value), at: name) { () throws(UnreadableEntry) in
      var card = try card(value)
      card.photos = PassMembers.photos(in: Set(members.keys), folder: "")
      return card
    }
    return reading
  }

  private static func match(_ value: JSONValue) -> Bool {
    kinds[value["type"].text] != nil
      && ["barCode", "description", "validTimespans", "accentColor"].contains { value[$0] != nil }
  }

  private static func title(of pass: JSONValue) -> String {
    let creator = pass["creator"].text.trimmed
    return creator.isEmpty ? pass["description"].text.trimmed : creator
  }

  private static func card(_ pass: JSONValue) throws(UnreadableEntry) -> ForeignCard {
    let title = title(of: pass)
    guard !title.isEmpty else { throw .noName }
    let id = [pass["passIdent"].text, pass["serial"].text].filter { !$0.isEmpty }
    var card = ForeignCard(
      source: .pass, sourceID: id.isEmpty ? pass["id"].text : id.joined(separator: " "), name: title
    )
    card.kind = kinds[pass["type"].text]
    card.colour = WrittenValue.opaqueColour(pass["accentColor"].text)
    try addCode(of: pass["barCode"], to: &card)
    addFields(of: pass, to: &card)
    let spans = pass["validTimespans"].elements
    card.validFrom = card.day(
      spans.first?["from"].text ?? "", inNoteAs: "Valid from", read: WrittenValue.day)
    card.expires = card.day(
      spans.last?["to"].text ?? "", inNoteAs: "Expires", read: WrittenValue.day)
    let event = pass["calendarTimespan"]?["from"].text ?? ""
    if !event.isEmpty {
      card.validFrom = WrittenValue.day(event) ?? card.validFrom
      card.note = [card.note, "Begins: \(event.limited(to: 40))"].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    card.leftOut += pass.unreadKeys(except: read)
    return card
  }

  private static func addCode(
    of code: JSONValue?, to card: inout ForeignCard
  ) throws(UnreadableEntry) {
    let message = code?["message"].text ?? ""
    if message.isEmpty {
      card.doubts.append(.noCode)
      return
    }
    guard WrittenCode.add(message, as: code?["format"].text ?? "", in: "", to: &card) else {
      throw .codeTooLong
    }
    let printed = (code?["alternativeText"].text ?? "").trimmed
    if !printed.isEmpty, ![message, card.codes.last?.text].contains(printed) {
      card.number = printed
    }
  }

  /// Puts secrets into the PIN, and all other fields into the note, one per line.
  private static func addFields(of pass: JSONValue, to card: inout ForeignCard) {
    let description = pass["description"].text.trimmed
    var lines = description.isEmpty || description == card.name ? [] : [description]
    var pins: [(label: String, value: String)] = []
    var byteCount = 0
    for field in pass["fields"].elements {
      let (label, value) = (field["label"].text.trimmed, field["value"].text.trimmed)
      if value.isEmpty { continue }
      byteCount += label.utf8.count + value.utf8.count
      guard byteCount <= maxFieldBytes else {
        card.leftOut.append("fields")
        break
      }
      if FieldName(key: field["key"].text, label: label).hides(value) {
        pins.append((label, value))
      } else {
        lines.append(label.isEmpty ? value : "\(label): \(value)")
      }
    }
    card.keepPINs(pins)
    card.note = lines.joined(separator: "\n")
  }
}
