internal import Cards

/// The export of older Cardabase versions: a line for each card, without quotes or escapes.
///
/// A line is `{cardName: Gym, cardId: 12, redValue: 1, …}`, in some versions without the comma before `uniqueId`, or
/// `[Gym, 12, 1, 2, 3, CardType.code128, false]` for a shared card.
enum CardabaseLines {
  /// The keys of a line; a value ends where the next key begins.
  private static let keys = [
    "cardName", "cardId", "redValue", "greenValue", "blueValue", "cardType", "hasPassword",
    "uniqueId", "tags", "note", "pointsAmount", "imagePathFront", "imagePathBack",
    "useFrontFaceOverlay", "hideTitle",
  ]
  /// The most bytes of a card.
  private static let longestLine = 65_536
  /// The most lines: five for each of the most cards.
  private static let maxLines = 100_000
  /// How many bytes to search for the first card.
  private static let headByteCount = 65_536

  /// Whether a text is such a file.
  static func match(_ text: String) -> Bool {
    let head = String(decoding: text.utf8.prefix(headByteCount), as: UTF8.self)
    guard head.contains("cardName: ") || head.contains("Type.") else { return false }
    // The limit cannot be exceeded here.
    let found = (try? lines(head)) ?? []
    return found.contains { isBraced($0) || bracketed($0) != nil }
  }

  static func reading(_ text: String) throws(ForeignProblem) -> ForeignReading {
    var reading = ForeignReading(source: .cardabase)
    for (index, line) in try lines(text).enumerated() {
      try ForeignReading.check(entryCount: reading.cards.count + reading.unreadable.count)
      guard line.utf8.count <= longestLine else {
        reading.leaveOut("line \(index + 1)", .notACard)
        continue
      }
      let values = isBraced(line) ? values(line.dropFirst().dropLast()) : bracketed(line)
      guard let values else { continue }
      reading.add(
        named: values["cardName"] ?? "", at: "line \(index + 1)"
      ) { () throws(UnreadableEntry) in try card(values) }
    }
    return reading
  }

  /// The lines; one that begins with a brace extends to the closing brace, since notes may have several lines.
  private static func lines(_ text: String) throws(ForeignProblem) -> [String] {
    let parts = text.split(
      maxSplits: maxLines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard parts.count <= maxLines else { throw .tooMany(.lines, limit: maxLines) }
    var lines: [String] = []
    var open: [String] = []
    for line in parts {
      let line = String(line).trimmed
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
    for (index, key) in found.enumerated() {
      let end = index + 1 < found.count ? found[index + 1].range.lowerBound : line.endIndex
      // A key within the previous value is part of that value.
      guard key.range.upperBound <= end else { continue }
      let value = String(line[key.range.upperBound..<end]).trimmed
      values[key.key] = value.hasSuffix(",") ? String(value.dropLast()).trimmed : value
    }
    return values
  }

  /// The values in brackets, located by the type, since names may contain commas; `nil` for any other line.
  private static func bracketed(_ line: String) -> [String: String]? {
    guard line.hasPrefix("["), line.hasSuffix("]") else { return nil }
    let parts = line.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false
    ).map { String($0).trimmed }
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
