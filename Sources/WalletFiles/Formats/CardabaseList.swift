internal import Cards

/// Cardabase's export: an array of objects, possibly within an archive.
enum CardabaseList {
  /// The archive's member with the cards.
  private static let member = "cards/cards"

  /// Whether a value is such an export, or one such card.
  static func match(_ value: JSONValue) -> Bool {
    entries(value).contains { $0["barcode"]?["data"] != nil && $0["barcode"]?["type"] != nil }
  }

  /// Reads an export; the archive's other members, by name, may be pictures of the cards.
  static func reading(_ value: JSONValue, members: [String] = []) -> ForeignReading {
    var reading = ForeignReading(source: .cardabase)
    let pictures = pictures(in: members)
    for (index, entry) in entries(value).enumerated() {
      reading.add(
        named: entry["name"].text, at: "entry \(index + 1)"
      ) { () throws(UnreadableEntry) in
        var card = try card(entry)
        card.photos = photos(of: entry["id"].text, among: pictures)
        return card
      }
    }
    return reading
  }

  /// Reads the members of an archive.
  ///
  /// - Returns: The cards; `nil` if the archive is not Cardabase's.
  /// - Throws: Why the member with the cards cannot be read.
  static func reading(_ members: [String: [UInt8]]) throws(ForeignProblem) -> ForeignReading? {
    let name = members.keys.sorted().first(where: isMember)
    guard let bytes = name.flatMap({ members[$0] }) else { return nil }
    let text = try DecodedText.unicode(bytes)
    if CardabaseLines.match(text) { return try CardabaseLines.reading(text) }
    let value = try JSONReader.value(of: text)
    try ForeignReading.check(entryCount: value.elements.count)
    return reading(value, members: members.keys.sorted())
  }

  /// Whether a member of an archive has the cards.
  static func isMember(_ name: String) -> Bool { name == member || name.hasSuffix("/\(member)") }

  private static func entries(_ value: JSONValue) -> [JSONValue] {
    if case .object = value { return [value] }
    return value.elements
  }

  private static func card(_ entry: JSONValue) throws(UnreadableEntry) -> ForeignCard {
    guard case .object = entry else { throw .notACard }
    let barcode = entry["barcode"]
    var card = try CardabaseEntry(
      id: entry["id"].text, name: entry["name"].text, data: (barcode?["data"]).text,
      type: (barcode?["type"]).text, points: entry["points"].text,
      note: entry["notes"].text
    ).card()
    card.keepTags(entry["tags"].elements.lazy.map { $0.text.trimmed })
    card.colour = WrittenValue.opaqueColour(entry["color"].text)
    if card.colour == nil, !entry["color"].text.isEmpty { card.leftOut.append("color") }
    return card
  }

  /// The pictures by name without extension: `images/ID-f.jpg` is a card's front, `images/ID-b.jpg` its back.
  private static func pictures(in members: [String]) -> [String: String] {
    var pictures: [String: String] = [:]
    for member in members {
      let parts = member.split(separator: "/")
      guard let file = parts.last, parts.dropLast().last == "images",
        let dot = file.lastIndex(of: ".")
      else { continue }
      let name = String(file[..<dot])
      if pictures[name] == nil { pictures[name] = member }
    }
    return pictures
  }

  private static func photos(
    of id: String, among pictures: [String: String]
  ) -> [ForeignCard.Photo] {
    if id.isEmpty { return [] }
    let sides: [(mark: String, side: CardPhoto.Side)] = [("-f", .front), ("-b", .back)]
    return sides.compactMap { mark, side in
      pictures[id + mark].map { ForeignCard.Photo(side: side, member: $0) }
    }
  }
}

/// A card of Cardabase, from its JSON or a line of its older text.
struct CardabaseEntry {
  /// Its names of symbologies that differ from ours by more than a leading `Code`.
  private static let otherNames = ["codeitf14": "ITF", "codeitf16": "ITF", "codeisbn": "EAN-13"]

  /// Its id; empty if the file states none.
  var id = ""
  /// Its name.
  var name = ""
  /// The content of its code.
  var data = ""
  /// Its symbology, such as `CodeEAN13`, `BarcodeType.QrCode` or `CardType.ean13`.
  var type = ""
  /// Its points, as written.
  var points = ""
  /// Its note.
  var note = ""

  /// Makes the card, with name, code, note and points.
  func card() throws(UnreadableEntry) -> ForeignCard {
    let name = name.trimmed
    guard !name.isEmpty else { throw .noName }
    guard !data.isEmpty else { throw .noNumber }
    let mark = id.isEmpty ? ForeignCard.sourceID(name: name, number: data) : id
    var card = ForeignCard(source: .cardabase, sourceID: mark, name: name)
    // Cardabase draws two-dimensional codes in UTF-8, and the others only in ASCII.
    guard WrittenCode.add(data, as: symbology, in: "UTF-8", to: &card) else {
      throw .codeTooLong
    }
    card.note = note
    addPoints(to: &card)
    return card
  }

  private var symbology: String {
    let word = type.split(separator: ".").last.map(String.init) ?? ""
    if let other = Self.otherNames[word.lowercased()] { return other }
    let rest = word.dropFirst("Code".count)
    let isPrefixed = word.lowercased().hasPrefix("code") && rest.first?.isLetter == true
    return isPrefixed ? String(rest) : word
  }

  /// Adds the points, except 0, which Cardabase writes if nobody entered any.
  private func addPoints(to card: inout ForeignCard) {
    if points.isEmpty || points == "0" { return }
    card.balance = WrittenAmount.balance(ofNumber: points, in: .points)
    if card.balance == nil { card.keep(points, inNoteAs: "Balance", .unclearBalance) }
  }
}
