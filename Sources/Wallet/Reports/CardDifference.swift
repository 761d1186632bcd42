package import Cards

/// One thing that differs between a card and what it was before.
package struct CardDifference: Encodable, Sendable {
  /// Its name in JSON.
  package let field: String
  /// What was there; absent when there was nothing.
  package let from: String?
  /// What is there; absent when there is nothing.
  package let to: String?

  /// What a change did, codes and printed numbers masked as in lists.
  ///
  /// - Parameters:
  ///   - old: the card before; `nil` when it was not there.
  ///   - new: the card after.
  /// - Returns: one for each field, code and tag.
  package static func between(_ old: Card?, _ new: Card) -> [CardDifference] {
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
    compare("number", \.printedNumber) { text($0).map(Masking.masked) }
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
    compare("review", \.review) { $0.jsonName }
    compare("origin", \.origin, text)
    compare("lastUsed", \.lastUsed) { $0?.description }
    return list
  }
}

extension Balance {
  /// The amount with its currency: `12.5 EUR`, `300 points`.
  package var shown: String {
    let unit = currency.isEmpty ? "points" : currency
    return "\(Double(thousandths) / 1_000) \(unit)".replacing(".0 ", with: " ")
  }
}

extension Card.Review {
  /// How it is called in JSON.
  package var jsonName: String {
    switch self {
    case .draft: "draft"
    case .doubtfulDraft: "doubtful draft"
    case .accepted: "accepted"
    }
  }
}
