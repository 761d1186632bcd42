internal import Cards
internal import FoundationEssentials

/// Reads our own JSON, as `list`, `show` and `export --to json` write it.
enum OwnList {
  /// Whether a value is such a list, or one such card.
  static func match(_ value: JSONValue) -> Bool {
    entries(value).contains { $0["id"].text.utf8.count == 32 && $0["symbologies"] != nil }
  }

  /// Reads a list or one card.
  ///
  /// - Returns: The cards; from a short list, they have no codes and are doubtful.
  static func reading(_ value: JSONValue) -> ForeignReading {
    var reading = ForeignReading(source: .cardvault)
    for (index, entry) in entries(value).enumerated() {
      let name = entry["name"].text.trimmed
      reading.add(named: name, at: "entry \(index + 1)") { () throws(UnreadableEntry) in
        try card(entry, name: name)
      }
    }
    return reading
  }

  private static func entries(_ value: JSONValue) -> [JSONValue] {
    if case .object = value { return [value] }
    return value.elements
  }

  private static func card(
    _ entry: JSONValue, name: String
  ) throws(UnreadableEntry) -> ForeignCard {
    guard case .object = entry else { throw .notACard }
    var own = try OwnEntry(name: name) { text(of: $0, in: entry) }
    let codes = entry["codes"].elements
    for code in codes.prefix(Barcode.maxPerCard) {
      try own.addCode(
        code["symbology"].text, text: code["text"].text, bytes: code["bytes"].text, traits(of: code)
      )
    }
    var card = own.card
    if card.codes.isEmpty, !entry["symbologies"].elements.isEmpty { card.doubts.append(.noCode) }
    card.keepTags(entry["tags"].elements.map(\.text))
    if codes.count > Barcode.maxPerCard { card.leftOut.append("codes") }
    if entry["hasPIN"].isTrue, card.pin.isEmpty { card.leftOut.append("pin") }
    card.formerOrigin = entry["origin"].text
    card.photos = entry["photoFiles"].elements.compactMap(photo)
    if card.photos.count < entry["photos"].elements.count { card.leftOut.append("photos") }
    return card
  }

  /// A field's text, as in our table.
  private static func text(of column: OwnColumn, in entry: JSONValue) -> String {
    let isTrue: Bool
    switch column {
    case .balance: return (entry["balance"]?["amount"] ?? entry["balance"]).text
    case .currency: return (entry["balance"]?["currency"]).text
    case .draft: return entry["doubtful"].isTrue ? OwnColumn.doubtful : ""
    case .archived:
      isTrue = entry["state"].text == Card.State.archived.rawValue || entry["archived"].isTrue
    case .favourite, .oneTime: isTrue = entry[column.rawValue].isTrue
    default: return entry[column.rawValue].text
    }
    return isTrue ? OwnColumn.yes : ""
  }

  private static func photo(_ entry: JSONValue) -> ForeignCard.Photo? {
    let side = CardPhoto.Side.allCases.first { $0.name == entry["side"].text }
    guard let side, let data = Data(base64Encoded: entry["data"].text),
      (1...KeptPicture.maxByteCount).contains(data.count)
    else { return nil }
    return ForeignCard.Photo(side: side, member: "", bytes: Array(data))
  }

  private static func traits(of code: JSONValue) -> SymbolTraits {
    SymbolTraits(
      aimIdentifier: code["aim"].text, errorCorrection: written(code["errorCorrection"]),
      version: written(code["version"]), mask: Int(code["mask"].text),
      eci: Int(code["eci"].text), gs1: code["gs1"].isTrue,
      readerInitialisation: code["readerInitialisation"].isTrue, addOn: written(code["addOn"]),
      columns: Int(code["columns"].text), part: code["part"].flatMap(part))
  }

  private static func part(_ written: JSONValue) -> SymbolTraits.Part? {
    Int(written["index"].text).map { index in
      SymbolTraits.Part(
        index: index, count: Int(written["count"].text) ?? 0, id: written["id"].text)
    }
  }

  private static func written(_ value: JSONValue?) -> String? {
    value.text.isEmpty ? nil : value.text
  }
}
