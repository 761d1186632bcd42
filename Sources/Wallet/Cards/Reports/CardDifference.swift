package import Cards

/// One difference between two states of a card.
package struct CardDifference: Encodable, Sendable {
  /// The field's name in JSON.
  package let field: String
  /// The old value; absent if there was none.
  package let from: String?
  /// The new value; absent if there is none.
  package let to: String?
  /// The old value if it is a moment, for display in local time.
  package private(set) var fromMoment: Timestamp?
  /// The new value if it is a moment, for display in local time.
  package private(set) var toMoment: Timestamp?

  private enum CodingKeys: CodingKey { case field, from, to }

  /// The differences, with codes and printed numbers masked as in lists.
  ///
  /// - Parameters:
  ///   - old: The card before; `nil` if it did not exist.
  ///   - new: The card after.
  /// - Returns: One difference for each field, code, tag and photo; a photo that was replaced has its side as both values.
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
    func compareMoments(_ field: String, _ value: (Card) -> Timestamp?) {
      let (from, to) = (value(before), value(new))
      guard from != to else { return }
      list.append(
        .init(
          field: field, from: from?.description, to: to?.description, fromMoment: from,
          toMoment: to))
    }
    compare("name", \.name, text)
    for code in before.codes where !new.codes.contains(code) {
      list.append(.init(field: "code", from: FieldWords.masked(code), to: nil))
    }
    for code in new.codes where !before.codes.contains(code) {
      list.append(.init(field: "code", from: nil, to: FieldWords.masked(code)))
    }
    compare("number", \.printedNumber) { text($0).map(Masking.masked) }
    compare("holder", \.holder, text)
    // Not even its length is shown.
    compare("pin", \.pin) { $0.isEmpty ? nil : "••••" }
    compare("webAddress", \.webAddress, text)
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
    compareMoments("usedAt", \.usedAt)
    compare("balance", \.balance) { $0?.shown }
    compare("favourite", \.isFavourite, word)
    compare("archived", \.isArchived, word)
    compare("colour", \.colour) { $0.map(ColourText.text) }
    compare("kind", \.kind) { $0.name }
    compare("review", \.review) { $0.jsonName }
    compare("origin", \.origin, text)
    compareMoments("lastUsed", \.lastUsed)
    for side in CardPhoto.Side.allCases {
      let gone = before.photos.count { $0.side == side && !new.photos.contains($0) }
      let come = new.photos.count { $0.side == side && !before.photos.contains($0) }
      for place in 0..<max(gone, come) {
        list.append(
          .init(
            field: "photo", from: place < gone ? side.name : nil,
            to: place < come ? side.name : nil))
      }
    }
    return list
  }
}

extension Balance {
  /// The amount with its currency: `12.50 EUR`, `20 EUR`, `300 points`.
  package var shown: String {
    let unit = currency.isEmpty ? "points" : currency
    var digits = "\(thousandths.magnitude)"
    digits = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let (whole, decimals) = (digits.dropLast(3), digits.suffix(3))
    let shown =
      decimals == "000" ? "" : "." + (decimals.hasSuffix("0") ? decimals.dropLast() : decimals)
    return "\(thousandths < 0 ? "-" : "")\(whole)\(shown) \(unit)"
  }
}

extension Card.Review {
  /// Its name in JSON.
  package var jsonName: String {
    switch self {
    case .draft: "draft"
    case .doubtfulDraft: "doubtful draft"
    case .accepted: "accepted"
    }
  }
}
