internal import Cards

/// Cardabase's export: an array of objects, also as a file of its archive.
enum CardabaseList {
  /// The archive's file with the cards.
  private static let member = "cards/cards"

  /// Whether a value is such an export, or one such card.
  static func match(_ value: JSONValue) -> Bool {
    entries(value).contains { $0["barcode"]?["data"] != nil && $0["barcode"]?["type"] != nil }
  }

  /// Reads an export.
  ///
  /// - Parameters:
  ///   - value: The file's value.
  ///   - members: The names of the archive's other members, which may be pictures of the cards.
  /// - Returns: Its cards.
  static func reading(_ value: JSONValue, members: [String] = []) -> ForeignReading {
    var reading = ForeignReading(source: .cardabase)
    let pictures = pictures(in: members)
    for (place, entry) in entries(value).enumerated() {
      reading.add(
        named: entry["name"].text, at: "entry \(place + 1)"
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
  /// - Returns: Its cards; `nil` if it is not Cardabase's.
  /// - Throws: Why the file with the cards cannot be read.
  static func reading(_ members: [String: [UInt8]]) throws(ForeignProblem) -> ForeignReading? {
    let name = members.keys.sorted().first(where: isMember)
    guard let bytes = name.flatMap({ members[$0] }) else { return nil }
    let text = try PlainText.decoded(bytes)
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
    guard case .object = entry else { throw UnreadableEntry(reason: .notACard) }
    let barcode = entry["barcode"]
    var card = try CardabaseEntry(
      id: entry["id"].text, name: entry["name"].text, data: (barcode?["data"]).text,
      type: (barcode?["type"]).text, points: entry["points"].text,
      note: entry["notes"].text
    ).card()
    card.keepTags(entry["tags"].elements.lazy.map { PlainText.trimmed($0.text) })
    card.colour = colour(entry["color"].text)
    if card.colour == nil, !entry["color"].text.isEmpty { card.leftOut.append("color") }
    return card
  }

  /// The colour that eight digits write, of which the first two are the opacity: `#FF9E9E9E`.
  private static func colour(_ text: String) -> UInt32? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    return digits.utf8.count == 8
      ? ColourText.rgb(of: digits.dropFirst(2)) : WrittenValue.colour(text)
  }

  /// The pictures by their name without its ending: `images/ID-f.jpg` is a card's front, `images/ID-b.jpg` its back.
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
