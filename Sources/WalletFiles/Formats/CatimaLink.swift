internal import Cards

/// A link with which Catima shares one card.
enum CatimaLink {
  /// Where links lead that are made today.
  static let currentPlace = "catima.app/share"
  /// Where such links lead, in the order in which they were used.
  private static let places = [
    "brarcher.github.io/loyalty-card-locker/share", "thelastproject.github.io/Catima/share",
    currentPlace,
  ]

  /// Whether a text is such a link.
  ///
  /// - Parameter text: The text, without white space around it.
  /// - Returns: Whether it is.
  static func match(_ text: String) -> Bool { parameters(text) != nil }

  /// Reads a link.
  ///
  /// - Parameter text: The link, without white space around it.
  /// - Returns: Its card.
  /// - Throws: `ForeignProblem.missing` if it is no such link.
  static func reading(_ text: String) throws(ForeignProblem) -> ForeignReading {
    guard let parameters = parameters(text) else { throw .missing("store") }
    var values: [String: String] = [:]
    for part in parameters.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A plus sign is a space here (URL Standard, 5.1).
      let value = pair.count > 1 ? pair[1].replacing("+", with: " ") : ""
      values[String(pair[0]).lowercased()] = decoded(String(value))
    }
    var reading = ForeignReading(source: .catima)
    do throws(UnreadableEntry) {
      var card = try CatimaEntry.card(id: "") { values[$0.rawValue] ?? "" }
      card.leftOut += values.filter { !CatimaColumn.names.contains($0.key) && !$0.value.isEmpty }
        .map(\.key).sorted()
      reading.cards.append(card)
    } catch {
      reading.leaveOut(values["store"] ?? "card 1", error.reason)
    }
    return reading
  }

  /// What is behind ?, and then what is behind #, which overrides it and is encoded as a whole once more, unless signs in
  /// it show that it is not.
  private static func parameters(_ text: String) -> String? {
    guard text.utf8.count <= 65_536, !text.contains(where: \.isWhitespace) else { return nil }
    var rest = text[...]
    for prefix in ["https://", "http://", "www."] where rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    let lowered = rest.lowercased()
    guard let place = places.first(where: { lowered.hasPrefix($0.lowercased()) }) else {
      return nil
    }
    var tail = rest.dropFirst(place.count)
    if tail.first == "/" { tail = tail.dropFirst() }
    guard tail.first == "#" || tail.first == "?" else { return nil }
    let parts = tail.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    return "\(parts[0].dropFirst())&\(fragment.contains("=") ? fragment : decoded(fragment))"
  }

  private static func decoded(_ text: String) -> String {
    String(decoding: PercentEncoding.bytes(of: text), as: UTF8.self)
  }
}
