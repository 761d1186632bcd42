internal import Cards

/// What older versions of Cardabase wrote: a line for each card, with neither quotes nor escapes.
///
/// A line is `{cardName: Gym, cardId: 12, redValue: 1, …}`, where the comma in front of `uniqueId` is missing in some
/// versions, or `[Gym, 12, 1, 2, 3, CardType.code128, false]` as for sharing.
enum CardabaseLines {
  /// The keys of a line; a value ends where the next key begins.
  private static let keys = [
    "cardName", "cardId", "redValue", "greenValue", "blueValue", "cardType", "hasPassword",
    "uniqueId", "tags", "note", "pointsAmount", "imagePathFront", "imagePathBack",
    "useFrontFaceOverlay", "hideTitle",
  ]
  /// The most bytes of a card, whose note is no book.
  private static let longestLine = 65_536
  /// The most lines: 20 for each of the most cards.
  private static let mostLines = 100_000
  /// How many bytes are searched for the first card.
  private static let headByteCount = 65_536

  /// Whether a text is such a file.
  static func match(_ text: String) -> Bool {
    let head = String(decoding: text.utf8.prefix(headByteCount), as: UTF8.self)
    guard head.contains("cardName: ") || head.contains("Type.") else { return false }
    // A head has no more lines than may be.
    let found = (try? lines(head)) ?? []
    return found.contains { isBraced($0) || bracketed($0) != nil }
  }

  /// Reads the lines.
  ///
  /// - Throws: `ForeignProblem.tooMany`.
  static func reading(_ text: String) throws(ForeignProblem) -> ForeignReading {
    var reading = ForeignReading(source: .cardabase)
    for (place, line) in try lines(text).enumerated() {
      try ForeignReading.check(entryCount: reading.cards.count + reading.unreadable.count)
      guard line.utf8.count <= longestLine else {
        reading.leaveOut("line \(place + 1)", .notACard)
        continue
      }
      let values = isBraced(line) ? values(line.dropFirst().dropLast()) : bracketed(line)
      guard let values else { continue }
      reading.add(
        named: values["cardName"] ?? "", at: "line \(place + 1)"
      ) { () throws(UnreadableEntry) in try card(values) }
    }
    return reading
  }

  /// The lines; one with a brace goes on to the end of the card, as a note may have several lines.
  private static func lines(_ text: String) throws(ForeignProblem) -> [String] {
    let parts = text.split(
      maxSplits: mostLines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard parts.count <= mostLines else { throw .tooMany(.lines, limit: mostLines) }
    var lines: [String] = []
    var open: [String] = []
    for line in parts {
      let line = PlainText.trimmed(String(line))
      if line.hasPrefix("{cardName: ") {
        lines += open
        open = []
      } else if open.isEmpty {
        lines.append(line)
        continue
      }
      open.append(line)
      guard line.hasSuffix("}") else { continue }
      lines.append(open.joined(separator: "\n"))
      open = []
    }
    return lines + open
  }

  private static func isBraced(_ line: String) -> Bool {
    line.hasPrefix("{cardName: ") && line.hasSuffix("}")
  }

  /// The values by key.
  private static func values(_ line: Substring) -> [String: String] {
    let found = keys.compactMap { key in
      line.utf8.firstRange(of: "\(key): ".utf8).map { (key: key, range: $0) }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var values: [String: String] = [:]
    for (place, key) in found.enumerated() {
      let end = place + 1 < found.count ? found[place + 1].range.lowerBound : line.endIndex
      // A key within the value in front of it is part of that.
      guard key.range.upperBound <= end else { continue }
      let value = PlainText.trimmed(String(line[key.range.upperBound..<end]))
      values[key.key] = value.hasSuffix(",") ? PlainText.trimmed(String(value.dropLast())) : value
    }
    return values
  }

  /// The values in brackets, found by the type, as a name may hold commas; `nil` for another line.
  private static func bracketed(_ line: String) -> [String: String]? {
    guard line.hasPrefix("["), line.hasSuffix("]") else { return nil }
    let parts = line.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false
    ).map { PlainText.trimmed(String($0)) }
    let type = parts.firstIndex { $0.hasPrefix("CardType.") || $0.hasPrefix("BarcodeType.") }
    guard let type, type >= 5 else { return nil }
    return [
      "cardName": parts[..<(type - 4)].joined(separator: ", "), "cardId": parts[type - 4],
      "redValue": parts[type - 3], "greenValue": parts[type - 2], "blueValue": parts[type - 1],
      "cardType": parts[type],
    ]
  }

  private static func card(_ values: [String: String]) throws(UnreadableEntry) -> ForeignCard {
    var card = try CardabaseEntry(
      id: values["uniqueId"] ?? "", name: values["cardName"] ?? "", data: values["cardId"] ?? "",
      type: values["cardType"] ?? "", points: values["pointsAmount"] ?? "",
      note: values["note"] ?? ""
    ).card()
    let list = (values["tags"] ?? "").filter { $0 != "[" && $0 != "]" }
    card.keepTags(in: list, separatedBy: [","])
    let parts = ["redValue", "greenValue", "blueValue"].compactMap { UInt8(values[$0] ?? "") }
    if parts.count == 3 { card.colour = parts.reduce(0) { $0 << 8 | UInt32($1) } }
    return card
  }
}
