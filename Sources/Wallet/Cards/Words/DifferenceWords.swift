internal import Cards

extension CardDifference {
  private static let longestQuote = 60

  /// The difference in words.
  ///
  /// - Parameter isForPage: Whether a page shows them, which puts moments into local time itself.
  /// - Returns: The words.
  package func words(isForPage: Bool = false) -> String {
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
    let old = isForPage ? from : fromMoment?.local ?? from
    let new = isForPage ? to : toMoment?.local ?? to
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
    ["name", "note"].contains(field) ? "“\(text.shortened(to: longestQuote))”" : text
  }

  /// What was done to a card, without values: "used", "made a favourite", "edited name and expiry".
  ///
  /// - Returns: The deeds, in lower case.
  static func deeds(of differences: [CardDifference]) -> [String] {
    var (deeds, edited): ([String], [String]) = ([], [])
    for difference in differences {
      let noun = nouns[difference.field] ?? FieldWords.title(of: difference.field)
      switch difference.field {
      case "favourite", "archived", "review": deeds.append(difference.words())
      case "lastUsed" where difference.to != nil: deeds.append("used")
      case "usedAt" where difference.to != nil: continue
      default: if !edited.contains(noun) { edited.append(noun) }
      }
    }
    if let last = edited.popLast() {
      let first = edited.joined(separator: ", ")
      deeds.append("edited " + (first.isEmpty ? last : "\(first) and \(last)"))
    }
    return deeds
  }

  /// What an edit is called where the field's title is no noun, or only one of several.
  private static let nouns = [
    "expires": "expiry", "validFrom": "first valid day", "tag": "tags", "photo": "photos",
    "number": "printed number", "usedAt": "last use", "lastUsed": "last use", "origin": "source",
  ]
}
