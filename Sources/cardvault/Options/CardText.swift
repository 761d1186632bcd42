internal import Cards

/// What a person may write on a card, checked before it is stored.
enum CardText {
  // Bounds that no real card reaches, and that keep a list readable and a vault small.
  static let longestName = 200
  static let longestTag = 64
  static let mostTags = 32
  static let longestNote = 10_000

  /// A name as it is stored.
  static func name(_ text: String) throws -> String {
    try checked(text, "name", atMost: longestName)
  }

  /// Tags as they are stored, a sorted set, from how they are typed: alone, or with commas between them.
  ///
  /// - Parameters:
  ///   - words: what was typed; each of them holds a tag at least.
  ///   - others: the tags that the card has already.
  /// - Returns: all of them.
  /// - Throws: `Failure` where one is too long, or there are too many.
  static func tags(_ words: [String], besides others: [String] = []) throws -> [String] {
    var tags = Set(others)
    for word in words {
      let parts = word.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
      for part in parts.isEmpty ? [""] : parts {
        tags.insert(try checked(String(part), "tag", atMost: longestTag))
      }
    }
    guard tags.count <= mostTags else {
      throw Failure.usage(
        "these are \(tags.count) tags", because: "a card takes up to \(mostTags)",
        try: "fewer tags, or --untag")
    }
    return tags.sorted()
  }

  /// A note or a printed number as it is stored; it may be empty.
  static func note(_ text: String) throws -> String {
    text.isEmpty ? text : try checked(text, "note or number", atMost: longestNote)
  }

  /// The text without the white space around it.
  static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func checked(_ typed: String, _ what: String, atMost: Int) throws -> String {
    let text = trimmed(typed)
    guard !text.isEmpty else {
      throw Failure.usage("the \(what) is empty", because: "a \(what) has at least one character")
    }
    try KeyRefusal.check(text)
    guard text.count <= atMost else {
      throw Failure.usage(
        "the \(what) is too long", because: "it has \(text.count) characters, and \(atMost) fit")
    }
    // U+FFFD stands where bytes were no UTF-8: something would be lost.
    guard !text.contains("\u{FFFD}") else {
      throw Failure.usage(
        "the \(what) is no text", because: "it is not in UTF-8", try: "a terminal set to UTF-8")
    }
    return text
  }
}
