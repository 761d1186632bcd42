package import Cards

/// What a person may write on a card, checked before it is stored.
package enum CardText {
  // Bounds that no real card reaches, and that keep a list readable and a vault small.
  static let longestName = 200
  static let longestTag = 64
  static let mostTags = 32
  static let longestNote = 10_000

  /// A name as it is stored.
  ///
  /// - Parameter text: What was typed.
  /// - Returns: The name, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func name(_ text: String) throws(WalletError) -> String {
    try checked(text, .name, atMost: longestName)
  }

  /// Tags as they are stored, a sorted set, from how they are typed: alone, or with commas between them.
  ///
  /// - Parameters:
  ///   - words: What was typed; each of them holds a tag at least.
  ///   - others: The tags that the card has already.
  /// - Returns: All of them.
  /// - Throws: `WalletError.text` where one cannot be a tag, or there are too many; `.keyTyped`.
  package static func tags(
    _ words: [String], besides others: [String] = []
  ) throws(WalletError) -> [String] {
    var tags = Set(others)
    for word in words {
      let parts = word.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
      for part in parts.isEmpty ? [""] : parts {
        tags.insert(try checked(String(part), .tag, atMost: longestTag))
      }
    }
    guard tags.count <= mostTags else {
      throw .text(.tooManyTags(count: tags.count, limit: mostTags))
    }
    return tags.sorted()
  }

  /// A note or a printed number as it is stored.
  ///
  /// - Parameter text: What was typed; it may be empty.
  /// - Returns: The note, without white space around it.
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package static func note(_ text: String) throws(WalletError) -> String {
    text.isEmpty ? text : try checked(text, .note, atMost: longestNote)
  }

  /// A date as it is typed, year-month-day.
  ///
  /// - Parameter text: What was typed; the word `never` and an empty one clear the field.
  /// - Returns: The date; `nil` for none.
  /// - Throws: `WalletError.text(.notADate)`.
  package static func date(_ text: String) throws(WalletError) -> CalendarDate? {
    if text.isEmpty || trimmed(text).lowercased() == "never" { return nil }
    guard let date = CalendarDate(trimmed(text)) else { throw .text(.notADate(text)) }
    return date
  }

  /// The text without the white space around it.
  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func checked(
    _ typed: String, _ part: TextProblem.Part, atMost limit: Int
  ) throws(WalletError) -> String {
    let text = trimmed(typed)
    guard !text.isEmpty else { throw .text(.empty(part)) }
    guard !KeyMark.stands(in: Array(text.utf8)) else { throw .keyTyped }
    guard text.count <= limit else {
      throw .text(.tooLong(part, count: text.count, limit: limit))
    }
    // U+FFFD stands where bytes were no UTF-8: something would be lost.
    guard !text.contains("\u{FFFD}") else { throw .text(.notUnicode(part)) }
    return text
  }
}
