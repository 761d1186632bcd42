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

  /// Tags as they are stored: a sorted set.
  static func tags(_ words: [String]) throws -> [String] {
    let tags = try Set(words.map { try checked($0, "tag", atMost: longestTag) })
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

  private static func checked(_ text: String, _ what: String, atMost: Int) throws -> String {
    guard !text.allSatisfy(\.isWhitespace) else {
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
