package import Cards

/// Reads a link with which Catima shares one card.
enum CatimaLink {
  /// The address of today's links.
  static let currentAddress = "catima.app/share"
  /// All addresses, oldest first.
  private static let addresses = [
    "brarcher.github.io/loyalty-card-locker/share", "thelastproject.github.io/Catima/share",
    currentAddress,
  ]

  /// Whether a trimmed text is such a link.
  static func match(_ text: String) -> Bool { parameters(text) != nil }

  /// Reads a trimmed link.
  ///
  /// - Throws: `ForeignProblem.missing` if it is not such a link.
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
      reading.leaveOut(values["store"] ?? "card 1", error)
    }
    return reading
  }

  /// The query, followed by the fragment, which overrides it; unless it contains `=`, the fragment is percent-encoded twice.
  private static func parameters(_ text: String) -> String? {
    guard text.utf8.count <= 65_536, !text.contains(where: \.isWhitespace) else { return nil }
    var rest = text[...]
    for prefix in ["https://", "http://", "www."] where rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    let lowered = rest.lowercased()
    guard let address = addresses.first(where: { lowered.hasPrefix($0.lowercased()) }) else {
      return nil
    }
    var tail = rest.dropFirst(address.count)
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

/// A card as the link with which Catima shares it.
package enum CatimaLinkText {
  /// What a table contains, but not a link.
  private static let onlyInTable: Set<CardDetail> = [.tags, .favourite, .archived, .lastUsed]

  /// Writes a link.
  ///
  /// The parameters are in the fragment, which browsers do not send to servers, and percent-encoded twice (Catima,
  /// docs/CARD_SHARING_URL_FORMAT.md).
  ///
  /// - Returns: The link, or no text if the card has neither a name nor a number.
  package static func writing(_ card: Card) -> ForeignWriting {
    var writing = ForeignWriting()
    guard let values = CatimaValues(card) else {
      writing.absent = [card.id]
      return writing
    }
    let columns = CatimaColumn.ofLink
    let present = columns.all.filter { columns.needed.contains($0) || !values[$0].isEmpty }
    let pairs = present.map {
      "\($0.rawValue)=\(PercentEncoding.text(of: values[$0], spaceAsPlus: true))"
    }
    writing.text =
      "https://\(CatimaLink.currentAddress)#"
      + PercentEncoding.text(of: pairs.joined(separator: "&"), spaceAsPlus: false)
    writing.add(card, without: values.leftOut + card.details.filter(onlyInTable.contains))
    return writing
  }
}
