internal import Cards

/// Catima's CSV: version 1 is one table; version 2 has sections separated by empty lines: the version, groups, cards, and
/// which card is in which group.
enum CatimaTables {
  private static let needed = [CatimaColumn.store, .cardid].map(\.rawValue)

  /// Whether rows are such a file.
  static func match(_ rows: [SeparatedValues.Row]) -> Bool {
    sections(rows).contains { NamedColumns($0, needing: needed) != nil }
  }

  /// Reads the rows, with groups as tags; the archive's other members, by name, may be pictures of the cards.
  ///
  /// - Throws: `ForeignProblem.newerVersion`, `.missing`, `.tooMany` or `.cutOff`.
  static func reading(
    _ rows: [SeparatedValues.Row], members: [String] = []
  ) throws(ForeignProblem) -> ForeignReading {
    let sections = sections(rows)
    let version = sections.first?.first.flatMap {
      $0.fields.count <= 2 ? Int($0.fields[0]) : nil
    }
    if let version, version > 2 { throw .newerVersion(String(version)) }
    guard
      let cards = sections.lazy.compactMap({
        NamedColumns($0, needing: needed)
      }).first
    else { throw .missing("store, cardid") }
    try ForeignReading.check(entryCount: cards.rows.count)
    let links = sections.lazy.compactMap { NamedColumns($0, needing: ["cardid", "groupid"]) }.first
    // Version 2 ends with this section, even if no card is in a group.
    if version == 2, links == nil { throw .cutOff }
    var groups: [String: [String]] = [:]
    if let links {
      for row in links.rows where !links.isCut(row) {
        groups[value("cardid", in: row, of: links), default: []]
          .append(value("groupid", in: row, of: links))
      }
    }
    var photos = photos(in: members)
    var reading = ForeignReading(source: .catima)
    for (index, row) in cards.rows.enumerated() {
      let id = value(CatimaColumn.id.rawValue, in: row, of: cards)
      let name = value(CatimaColumn.store.rawValue, in: row, of: cards)
      // Pictures of an unreadable card are not reported separately.
      let pictures = photos.removeValue(forKey: id) ?? []
      reading.add(named: name, at: "card \(index + 1)") { () throws(UnreadableEntry) in
        if cards.isCut(row) { throw .file(.cutOff) }
        var card = try CatimaEntry.card(id: id) { value($0.rawValue, in: row, of: cards) }
        // Removed, since in a file that repeats an id thousands of times, each card would get all tags.
        card.tags = Set(groups.removeValue(forKey: id) ?? []).subtracting([""]).sorted()
        card.photos = pictures
        if cards.isTooLong(row) { card.doubts.append(.tooManyValues) }
        // Version 1 has a text colour, for example.
        card.leftOut += cards.unread(in: row, except: CatimaColumn.names)
        return card
      }
    }
    for photo in photos.values.joined().sorted(by: { $0.member < $1.member }) {
      reading.leaveOut(photo.member, .noSuchCard)
    }
    // The cut may have removed groups.
    if let links, links.rows.last.map(links.isCut) == true {
      reading.leaveOutRest(.cutOff)
    }
    return reading
  }

  /// A field, without a formula around it that a spreadsheet may have added; Catima itself protects nothing, so an apostrophe
  /// belongs to the field.
  private static func value(
    _ column: String, in row: SeparatedValues.Row, of columns: NamedColumns
  ) -> String { FormulaGuard.formulaText(columns.value(column, in: row)) }

  /// The sections, without empty rows: an empty row ends a section only if a header follows, since some editors leave empty
  /// rows between cards.
  private static func sections(
    _ rows: [SeparatedValues.Row]
  ) -> [ArraySlice<SeparatedValues.Row>] {
    var sections: [[SeparatedValues.Row]] = []
    var isFirst = true
    for row in rows {
      if row.fields.allSatisfy({ $0.trimmed.isEmpty }) {
        isFirst = true
        continue
      }
      if sections.isEmpty || isFirst && isHeader(row) { sections.append([]) }
      sections[sections.count - 1].append(row)
      isFirst = false
    }
    return sections.map { $0[...] }
  }

  private static func isHeader(_ row: SeparatedValues.Row) -> Bool {
    let names = row.fields.map { $0.trimmed.lowercased() }
    let isCards = needed.allSatisfy(names.contains)
    // Groups and cards begin with the former, their links with the latter.
    return isCards || ["_id", "cardid"].contains(names.first)
  }

  /// The pictures by card id: `card_12_front.png`, `card_12_back.png`, `card_12_icon.png`.
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
        case "icon.png": .other
        default: nil
        }
      guard let side else { continue }
      photos[String(parts[1]), default: []].append(
        .init(side: side, member: member, picture: side == .other ? "icon" : ""))
    }
    return photos
  }
}
