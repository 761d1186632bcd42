internal import Cards

/// One thing that differs between a card and what it was before.
struct CardDifference: Encodable {
  let field: String
  /// What was there; absent when there was nothing.
  let from: String?
  /// What is there; absent when there is nothing.
  let to: String?

  /// What a change did, codes and printed numbers masked as in lists.
  ///
  /// - Parameters:
  ///   - old: the card before; `nil` when it was not there.
  ///   - new: the card after.
  /// - Returns: one for each field, code and tag.
  static func between(_ old: Card?, _ new: Card) -> [CardDifference] {
    let before = old ?? Card(id: new.id, name: "", codes: [])
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    func word(_ truth: Bool) -> String? { truth ? "yes" : nil }
    var list: [CardDifference] = []
    func compare<Value: Equatable>(
      _ field: String, _ value: (Card) -> Value, _ shown: (Value) -> String?
    ) {
      guard value(before) != value(new) else { return }
      list.append(.init(field: field, from: shown(value(before)), to: shown(value(new))))
    }
    compare("name", \.name, text)
    for code in before.codes where !new.codes.contains(code) {
      list.append(.init(field: "code", from: FieldWords.masked(code), to: nil))
    }
    for code in new.codes where !before.codes.contains(code) {
      list.append(.init(field: "code", from: nil, to: FieldWords.masked(code)))
    }
    compare("number", \.printedNumber) { text($0).map(CardTable.masked) }
    for tag in before.tags where !new.tags.contains(tag) {
      list.append(.init(field: "tag", from: tag, to: nil))
    }
    for tag in new.tags where !before.tags.contains(tag) {
      list.append(.init(field: "tag", from: nil, to: tag))
    }
    compare("note", \.note, text)
    compare("validFrom", \.validFrom) { $0?.description }
    compare("expires", \.expires) { $0?.description }
    compare("oneTime", \.isOneTime, word)
    compare("usedAt", \.usedAt) { $0?.description }
    compare("balance", \.balance) { $0?.shown }
    compare("favourite", \.isFavourite, word)
    compare("archived", \.isArchived, word)
    compare("colour", \.colour) { $0.map(CardReport.colour) }
    compare("kind", \.kind) { $0.name }
    compare("review", \.review) { $0.word }
    compare("origin", \.origin, text)
    compare("lastUsed", \.lastUsed) { $0?.description }
    return list
  }
}

extension CardDifference {
  private static let longestQuote = 60

  /// What differs, as a person says it.
  var words: String {
    switch field {
    case "tag": return to.map { "+ tag \($0)" } ?? "− tag \(from ?? "")"
    case "code": return to.map { "code \($0) added" } ?? "code \(from ?? "") removed"
    case "oneTime": return to == nil ? "can be used more than once" : "can be used once"
    case "favourite": return to == nil ? "no favourite any more" : "made a favourite"
    case "archived": return to == nil ? "taken out of the archive" : "archived"
    case "review": return to == Card.Review.accepted.word ? "accepted" : "a \(to ?? "draft")"
    case "origin": return "came from: \(to ?? "unknown")"
    case "expires" where to == nil: return "expires never (was \(from ?? ""))"
    default: break
    }
    let title = Self.titles[field] ?? field
    let isQuoted = ["name", "note"].contains(field)
    func quoted(_ text: String) -> String {
      isQuoted ? "“\(text.fitted(to: Self.longestQuote))”" : text
    }
    switch (from.map(quoted), to.map(quoted)) {
    case (let from?, let to?): return "\(title) \(from) → \(to)"
    case (nil, let to?): return "\(title) \(to)"
    case (let from?, nil): return "\(title) \(from) cleared"
    case (nil, nil): return title
    }
  }

  /// Names of fields as people say them, where they differ.
  private static let titles = [
    "validFrom": "valid from", "usedAt": "used at", "lastUsed": "last used",
  ]
}

extension Balance {
  /// The amount with its currency: `12.5 EUR`, `300 points`.
  var shown: String {
    let unit = currency.isEmpty ? "points" : currency
    return "\(Double(thousandths) / 1_000) \(unit)".replacing(".0 ", with: " ")
  }
}

extension Card.Review {
  fileprivate var word: String {
    switch self {
    case .draft: "draft"
    case .doubtfulDraft: "doubtful draft"
    case .accepted: "accepted"
    }
  }
}
