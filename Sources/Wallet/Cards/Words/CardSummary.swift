package import Cards

extension Card {
  /// The card on one line, as people compare two: `Gym  EAN-13 ••••3931; tags a, b; favourite`.
  package var summary: String {
    var details: [String] = []
    for detail in CardDifference.between(nil, self) {
      switch detail.field {
      case "name", "origin": continue
      case "tag":
        if !details.contains(where: { $0.hasPrefix("tag") }) {
          details.append("\(tags.count == 1 ? "tag" : "tags") \(tags.joined(separator: ", "))")
        }
      case "code": details.append(detail.to ?? "")
      case "favourite": details.append("favourite")
      case "oneTime": details.append("one-time card")
      case "review": details.append(detail.to ?? "draft")
      case "photo": details.append(detail.photoWords)
      default: details.append(detail.words())
      }
    }
    return details.isEmpty ? name : "\(name)  \(details.joined(separator: "; "))"
  }
}

extension Card {
  /// What a list shows of it in a few words: its state, how many codes it has, and what is to be decided.
  ///
  /// - Parameters:
  ///   - today: Today's date, which decides what is expired.
  ///   - conflicts: How many of its fields were changed concurrently.
  ///   - isDuplicate: Whether another card has one of its codes.
  /// - Returns: The words; empty for an ordinary card.
  package func listNote(
    on today: CalendarDate, conflicts: Int, isDuplicate: Bool
  ) -> String {
    var words: [String] = []
    let state = self.state(on: today)
    if review == .doubtfulDraft {
      words.append("doubtful draft")
    } else if state != .active {
      words.append(state.rawValue)
    }
    if isOneTime, state == .active { words.append("one time") }
    if codes.count > 1 { words.append("+\(codes.count - 1) codes") }
    if conflicts > 0 { words.append("conflict") }
    words += sidesWithSeveralPhotos.map { "\($0.numbers.count) \($0.side.name)s" }
    if isDuplicate { words.append("duplicate") }
    return words.joined(separator: ", ")
  }
}

extension [Card] {
  /// How to find cards that were just saved and have expired, because lists leave them out.
  ///
  /// - Parameter today: Today's date in local time.
  /// - Returns: The suggestion; `nil` if none has expired.
  package func expirySuggestion(on today: CalendarDate) -> Suggestion? {
    let expired = filter { card in card.expires.map { $0 < today } ?? false }
    if expired.isEmpty { return nil }
    let names = expired.map { "“\($0.name)”" }.shown
    let what = expired.count == 1 ? "it" : "them"
    return Suggestion(
      "Expired: \(names); to find \(what)\(expired.contains(where: \.isDraft) ? ", once accepted" : "")",
      .run("list", "--expired"))
  }
}

/// Lines about many cards: more than ten with the same words share one line, which names the first of them.
enum SharedLines {
  /// Keeps a preview of a drawer of cards within one screen.
  private static let maxAlike = 10

  /// The lines, in the order of the cards: `Gym: new`, and `“Baker”, “Zoo”, “Pool” and 48 more: new`.
  static func of(_ cards: [(name: String, words: String)]) -> [String] {
    let groups = Dictionary(grouping: cards, by: { $0.words })
    var reported: Set<String> = []
    return cards.compactMap { card in
      let alike = groups[card.words] ?? []
      if alike.count <= maxAlike { return "\(card.name): \(card.words)" }
      guard reported.insert(card.words).inserted else { return nil }
      return "\(alike.map { "“\($0.name)”" }.shown): \(card.words)"
    }
  }
}
