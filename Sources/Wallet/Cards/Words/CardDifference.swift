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
  private(set) var fromMoment: Timestamp?
  /// The new value if it is a moment, for display in local time.
  private(set) var toMoment: Timestamp?

  private enum CodingKeys: CodingKey { case field, from, to }

  /// The differences, with codes and printed numbers masked as in lists.
  ///
  /// - Parameters:
  ///   - old: The card before; `nil` if it did not exist.
  ///   - new: The card after.
  /// - Returns: One difference for each field, code, tag and photo; a photo that was replaced has its side as both
  ///   values.
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
      for index in 0..<max(gone, come) {
        list.append(
          .init(
            field: "photo", from: index < gone ? side.name : nil,
            to: index < come ? side.name : nil))
      }
    }
    return list
  }
}

extension Card.Review {
  /// Its name in JSON.
  var jsonName: String {
    switch self {
    case .draft: "draft"
    case .doubtfulDraft: "doubtful draft"
    case .accepted: "accepted"
    }
  }
}

extension CardDifference {
  private static let maxQuoteLength = 60

  /// The difference in words, with moments in local time, or else in UTC as in JSON.
  package func words(inLocalTime: Bool = true) -> String {
    switch field {
    case "tag": return to.map { "+ tag \($0)" } ?? "− tag \(from ?? "")"
    case "code": return to.map { "code \($0) added" } ?? "code \(from ?? "") removed"
    case "photo":
      return "\(photoWords) \(from == nil ? "added" : to == nil ? "removed" : "replaced")"
    case "oneTime": return to == nil ? "can be used more than once" : "can be used once"
    case "favourite": return to == nil ? "no longer a favourite" : "made a favourite"
    case "archived": return to == nil ? "no longer archived" : "archived"
    case "review": return to == Card.Review.accepted.jsonName ? "accepted" : "a \(to ?? "draft")"
    case "origin": return "source: \(to ?? "unknown")"
    case "expires" where to == nil: return "never expires (was \(from ?? ""))"
    default: break
    }
    let title = FieldWords.title(of: field)
    func quoted(_ text: String) -> String { Self.quoted(text, in: field) }
    let old = inLocalTime ? fromMoment?.local ?? from : from
    let new = inLocalTime ? toMoment?.local ?? to : to
    // When it was used before is on the line above.
    if field == "lastUsed", let new { return "\(title) \(new)" }
    switch (old.map(quoted), new.map(quoted)) {
    case (let from?, let to?): return "\(title) \(from) → \(to)"
    case (nil, let to?): return "\(title) \(to)"
    case (let from?, nil): return "\(title) \(from) cleared"
    case (nil, nil): return title
    }
  }

  /// What a photo is called, by its side.
  var photoWords: String {
    let side = to ?? from ?? ""
    return side == CardPhoto.Side.other.name ? "other photo" : "photo of the \(side)"
  }

  /// A field's value as it appears in a sentence.
  static func quoted(_ text: String, in field: String) -> String {
    ["name", "note"].contains(field) ? "“\(text.shortened(to: maxQuoteLength))”" : text
  }

  /// What is different now: the values that forms and lists show, and of other fields only that they were edited, as a note
  /// may hold a number.
  static func seen(_ differences: [CardDifference]) -> [String] {
    let isShown = { (difference: CardDifference) in
      ["name", "tag", "validFrom", "expires"].contains(difference.field)
    }
    return differences.filter(isShown).map { $0.words() }
      + actions(of: differences.filter { !isShown($0) })
  }

  /// Whether its values are words that a sentence can quote, as in `name A → B`.
  var hasValues: Bool {
    let isWordless = [
      "tag", "code", "photo", "oneTime", "favourite", "archived", "review", "origin",
    ]
    return from != to && fromMoment == nil && toMoment == nil && !isWordless.contains(field)
  }

  /// What was done to a card, without values, in lower case: "used", "made a favourite", "edited name and expiry".
  static func actions(of differences: [CardDifference]) -> [String] {
    var (actions, edited): ([String], [String]) = ([], [])
    for difference in differences {
      let noun = nouns[difference.field] ?? FieldWords.title(of: difference.field)
      switch difference.field {
      case "favourite", "archived", "review": actions.append(difference.words())
      case "lastUsed" where difference.to != nil: actions.append("used")
      case "usedAt" where difference.to != nil: continue
      default: if !edited.contains(noun) { edited.append(noun) }
      }
    }
    if let last = edited.popLast() {
      let first = edited.joined(separator: ", ")
      actions.append("edited " + (first.isEmpty ? last : "\(first) and \(last)"))
    }
    return actions
  }

  /// What an edit is called where the field's title is no noun, or only one of several.
  private static let nouns = [
    "expires": "expiry", "validFrom": "first valid day", "tag": "tags", "photo": "photos",
    "number": "printed number", "usedAt": "last use", "lastUsed": "last use", "origin": "source",
  ]
}
