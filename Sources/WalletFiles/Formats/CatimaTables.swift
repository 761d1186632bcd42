internal import Cards

/// Catima's CSV: version 1 is one table, version 2 has sections with empty lines between them: the version, groups,
/// cards, and which card is in which group.
enum CatimaTables {
  private static let needed = [CatimaColumn.store, .cardid].map(\.rawValue)

  /// Whether rows are such a file.
  static func match(_ rows: [SeparatedValues.Row]) -> Bool {
    sections(rows).contains { NamedColumns($0, needing: needed) != nil }
  }

  /// Reads the rows.
  ///
  /// - Parameters:
  ///   - rows: The file's rows.
  ///   - members: The names of the archive's other members, which may be pictures of the cards.
  /// - Returns: The cards, with groups as tags.
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
    // Version 2 ends with this section, even where no card is in a group.
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
    for (place, row) in cards.rows.enumerated() {
      let id = value(CatimaColumn.id.rawValue, in: row, of: cards)
      let name = value(CatimaColumn.store.rawValue, in: row, of: cards)
      // Those of a card that cannot be read are not told apart from it.
      let pictures = photos.removeValue(forKey: id) ?? []
      reading.add(named: name, at: "card \(place + 1)") { () throws(UnreadableEntry) in
        if cards.isCut(row) { throw UnreadableEntry(reason: .file(.cutOff)) }
        var card = try CatimaEntry.card(id: id) { value($0.rawValue, in: row, of: cards) }
        // Ids are unique in Catima: in a file that repeats one thousands of times, each card would have all tags.
        card.tags = Set(groups.removeValue(forKey: id) ?? []).subtracting([""]).sorted()
        card.photos = pictures
        if cards.isTooLong(row) { card.doubts.append(.tooManyValues) }
        // The colour of texts, for example, in version 1.
        card.leftOut += cards.unread(in: row, besides: CatimaColumn.names)
        return card
      }
    }
    for photo in photos.values.joined().sorted(by: { $0.member < $1.member }) {
      reading.leaveOut(photo.member, .noSuchCard)
    }
    // Cards whose groups were in it lack these.
    if let links, links.rows.last.map(links.isCut) == true {
      reading.leaveOutRest(.cutOff)
    }
    return reading
  }

  /// A field, without the formula that whoever opened the file in a spreadsheet may have put around it: Catima itself
  /// protects nothing, so an apostrophe is the field's own.
  private static func value(
    _ column: String, in row: SeparatedValues.Row, of columns: NamedColumns
  ) -> String { FormulaGuard.formulaText(columns.value(column, in: row)) }

  /// The sections, without empty rows: an empty row ends one only where the header of another follows, since some
  /// editors leave empty rows between cards.
  private static func sections(
    _ rows: [SeparatedValues.Row]
  ) -> [ArraySlice<SeparatedValues.Row>] {
    var sections: [[SeparatedValues.Row]] = []
    var isFirst = true
    for row in rows {
      if row.fields.allSatisfy({ PlainText.trimmed($0).isEmpty }) {
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
    let names = row.fields.map { PlainText.trimmed($0).lowercased() }
    let isCards = needed.allSatisfy(names.contains)
    // The tables of groups and of cards begin with the first, that of their links with the other.
    return isCards || ["_id", "cardid"].contains(names.first)
  }

  /// The pictures by the id of their card: `card_12_front.png`, `card_12_back.png`, `card_12_icon.png`.
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
