internal import Cards

/// What `list` and `show` write as JSON.
enum OwnList {
  /// Whether a value is such a list, or one such card.
  ///
  /// - Parameter value: The file's value.
  /// - Returns: Whether it is.
  static func match(_ value: JSONValue) -> Bool {
    entries(value).contains { $0["id"].text.utf8.count == 32 && $0["symbologies"] != nil }
  }

  /// Reads a list or one card.
  ///
  /// - Parameter value: The file's value.
  /// - Returns: The cards; those of a short list have no codes, and are doubtful.
  static func reading(_ value: JSONValue) -> ForeignReading {
    var reading = ForeignReading(source: .cardvault)
    for (place, entry) in entries(value).enumerated() {
      let name = PlainText.trimmed(entry["name"].text)
      do throws(UnreadableEntry) {
        reading.cards.append(try card(entry, name: name))
      } catch {
        reading.leaveOut(name.isEmpty ? "entry \(place + 1)" : name, error.reason)
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
    guard case .object = entry else { throw UnreadableEntry(reason: .notACard) }
    guard !name.isEmpty else { throw UnreadableEntry(reason: .noName) }
    var card = ForeignCard(source: .cardvault, sourceID: entry["id"].text, name: name)
    for code in entry["codes"].elements { try addCode(code, to: &card) }
    if card.codes.isEmpty, !entry["symbologies"].elements.isEmpty { card.doubts.append(.noCode) }
    card.number = entry["number"].text
    card.holder = entry["holder"].text
    card.pin = entry["pin"].text
    card.webAddress = entry["webAddress"].text
    card.note = entry["note"].text
    card.tags = entry["tags"].elements.map(\.text).filter { !$0.isEmpty }
    card.validFrom = WrittenValue.day(entry["validFrom"].text)
    card.expires = WrittenValue.day(entry["expires"].text)
    if let balance = entry["balance"] {
      if let amount = WrittenValue.thousandths(balance["amount"].text) {
        let currency = WrittenValue.currency(balance["currency"].text)
        card.balance = Balance(thousandths: amount, currency: currency)
      } else {
        card.leftOut.append("balance")
      }
    }
    card.colour = WrittenValue.colour(entry["colour"].text)
    card.kind = CardKind(name: entry["kind"].text)
    card.isFavourite = entry["favourite"].isTrue
    card.isArchived = entry["state"].text == Card.State.archived.rawValue
    card.isOneTime = entry["oneTime"].isTrue
    if entry["hasPIN"].isTrue, card.pin.isEmpty { card.leftOut.append("pin") }
    if !entry["photos"].elements.isEmpty { card.leftOut.append("photos") }
    return card
  }

  private static func addCode(
    _ code: JSONValue, to card: inout ForeignCard
  ) throws(UnreadableEntry) {
    guard let bytes = bytes(code["bytes"].text),
      let symbology = Symbology(name: code["symbology"].text)
    else {
      card.doubts.append(.unknownSymbology(String(code["symbology"].text.prefix(40))))
      return
    }
    let traits = SymbolTraits(
      aimIdentifier: code["aim"].text, errorCorrection: written(code["errorCorrection"]),
      version: written(code["version"]), eci: Int(code["eci"].text), gs1: code["gs1"].isTrue,
      addOn: written(code["addOn"]))
    let barcode = Barcode(
      symbology: symbology, bytes: bytes, text: code["text"].text, traits: traits)
    guard barcode.isWithinBounds else { throw UnreadableEntry(reason: .codeTooLong) }
    if CheckDigit.isRight(bytes, as: symbology) == false { card.doubts.append(.wrongCheckDigit) }
    card.codes.append(barcode)
  }

  private static func written(_ value: JSONValue?) -> String? {
    value.text.isEmpty ? nil : value.text
  }

  /// The bytes that hexadecimal digits spell; `nil` for anything else.
  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), digits.count <= 2 * Barcode.maximumByteCount else {
      return nil
    }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
