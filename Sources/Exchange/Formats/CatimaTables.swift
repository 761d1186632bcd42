internal import Cards

/// Catima's CSV: version 1 is one table, version 2 has sections with empty lines between them: the version, groups,
/// cards, and which card is in which group.
enum CatimaTables {
  /// Whether rows are such a file.
  ///
  /// - Parameter rows: The file's rows.
  /// - Returns: Whether it is.
  static func match(_ rows: [[String]]) -> Bool {
    sections(rows).contains { NamedColumns($0, needing: ["store", "cardid"]) != nil }
  }

  /// Reads the rows.
  ///
  /// - Parameters:
  ///   - rows: The file's rows.
  ///   - members: The names of the archive's other members, which may be pictures of the cards.
  /// - Returns: The cards, with groups as tags.
  /// - Throws: `ForeignProblem.newerVersion` or `.missing`.
  static func reading(
    _ rows: [[String]], members: [String] = []
  ) throws(ForeignProblem) -> ForeignReading {
    let sections = sections(rows)
    if let first = sections.first?.first, first.count <= 2, let version = Int(first[0]),
      version > 2
    {
      throw .newerVersion(String(version))
    }
    guard
      let cards = sections.lazy.compactMap({
        NamedColumns($0, needing: ["store", "cardid"])
      }).first
    else { throw .missing("store, cardid") }
    let links = sections.lazy.compactMap { NamedColumns($0, needing: ["cardid", "groupid"]) }.first
    var groups: [String: [String]] = [:]
    for row in links?.rows ?? [] {
      groups[links?.value("cardid", in: row) ?? "", default: []]
        .append(links?.value("groupid", in: row) ?? "")
    }
    let photos = photos(in: members)
    var reading = ForeignReading(source: .catima)
    for (place, row) in cards.rows.enumerated() {
      let id = cards.value("_id", in: row)
      do throws(UnreadableEntry) {
        var card = try CatimaEntry.card(id: id) { cards.value($0, in: row) }
        card.tags = Set(groups[id] ?? []).subtracting([""]).sorted()
        card.photos = photos[id] ?? []
        reading.cards.append(card)
      } catch {
        let name = PlainText.trimmed(cards.value("store", in: row))
        reading.leaveOut(name.isEmpty ? "card \(place + 1)" : name, error.reason)
      }
    }
    return reading
  }

  /// The sections, without empty rows: an empty row ends one only where the header of another follows, since some
  /// editors leave empty rows between cards.
  private static func sections(_ rows: [[String]]) -> [ArraySlice<[String]>] {
    var sections: [[[String]]] = []
    var isFirst = true
    for row in rows {
      if row.allSatisfy({ PlainText.trimmed($0).isEmpty }) {
        isFirst = true
        continue
      }
      if sections.isEmpty || isFirst && isHeader(row) { sections.append([]) }
      sections[sections.count - 1].append(row)
      isFirst = false
    }
    return sections.map { $0[...] }
  }

  private static func isHeader(_ row: [String]) -> Bool {
    let names = row.map { PlainText.trimmed($0).lowercased() }
    let isCards = ["store", "cardid"].allSatisfy(names.contains)
    // The tables of groups and of cards begin with the first, that of their links with the other.
    return isCards || ["_id", "cardid"].contains(names.first)
  }

  /// The pictures by the id of their card: `card_12_front.png`, `card_12_back.png`; icons are small copies.
  private static func photos(in members: [String]) -> [String: [ForeignCard.Photo]] {
    var photos: [String: [ForeignCard.Photo]] = [:]
    for member in members.sorted() {
      let file = member.split(separator: "/").last ?? ""
      let parts = file.split(separator: "_", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "card" else { continue }
      let side: CardPhoto.Side? =
        switch parts[2] {
        case "front.png": .front
        case "back.png": .back
        default: nil
        }
      guard let side else { continue }
      photos[String(parts[1]), default: []].append(.init(side: side, member: member))
    }
    return photos
  }
}
